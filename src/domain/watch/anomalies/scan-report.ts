import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../platform/kernel/context.js';
import { addDays } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import { attributeRise, type NamedResource } from './attribute-rise.js';
import { readMinRise } from './detection-floor.js';
import { type KnownAnomaly, findNew, seriesKey } from './match-anomalies.js';
import {
  type CostSeries,
  type SeriesQuery,
  readCostSeries,
  resolveSeriesQuery,
  searchedDays,
} from './read-cost-series.js';
import { type FoundAnomaly, searchSeries } from './search-series.js';
import { readKnown, storeAnomalies } from './store-anomalies.js';

/** Bills arrive and are restated for this long: what is found then is news. */
const lateDays = 45;
/** Of the history of a new report or provider, only these days are news. */
const recentDays = 7;
/** Each takes a query by resource; older ones of the same run go without. */
const maxAttributed = 20;

/** The anomalies of a series that were found, beside the costs they were found in. */
interface SearchedSeries {
  series: CostSeries;
  found: FoundAnomaly[];
}

/** What was searched of a report, and how many smaller series were not. */
interface SearchedReport {
  searched: SearchedSeries[];
  leftOut: number;
}

/** Searches the series of a report, of very many the largest. */
export async function searchReport(ctx: Context, query: SeriesQuery): Promise<SearchedReport> {
  const minRise = await readMinRise(ctx, query.query.conversion.to);
  const searched: SearchedSeries[] = [];
  const { series: all, leftOut } = await readCostSeries(ctx.services.costs, query);
  for (const series of all) {
    // Requests are answered in between.
    await setImmediate();
    searched.push({ series, found: searchSeries(series, { minRise }) });
  }
  return { searched, leftOut };
}

export interface ReportScan {
  /** Cost queries that the report took: none if nothing has changed. */
  queries: number;
  stored: number;
  /** Series that were not searched, because the report has too many. */
  leftOut: number;
}

/** Searches a report whose costs, filters or settings have changed, and stores the anomalies that are new. */
export async function scanReport(ctx: Context, report: string): Promise<ReportScan> {
  const query = await resolveSeriesQuery(ctx, report);
  const last = await ctx.db
    .selectFrom('anomaly_scans')
    .select(['question', 'fingerprint', 'providers'])
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  if (last?.fingerprint === query.fingerprint) return { queries: 0, stored: 0, leftOut: 0 };
  const today = formatDate(ctx.now);
  const { searched, leftOut } = await searchReport(ctx, query);
  const isNew = (known: readonly KnownAnomaly[]) =>
    selectNew(searched, known).filter(({ day }) => day >= addDays(today, -searchedDays));
  const resources = await attributeNewest(ctx, query, isNew(await readKnown(ctx.db, report)));
  const stored = await storeAnomalies(ctx, query, {
    select: isNew,
    resources,
    isNews: ({ provider, day }) => {
      const isWatched = last?.question === query.question && last.providers.includes(provider);
      return day >= addDays(today, -(isWatched ? lateDays : recentDays));
    },
    found: searched.flatMap(({ found }) => found),
  });
  return { queries: 1, stored, leftOut };
}

/** All anomalies of a report that are not known yet. */
function selectNew(
  searched: readonly SearchedSeries[],
  known: readonly KnownAnomaly[],
): FoundAnomaly[] {
  const knownOf = groupBy(known, seriesKey);
  return searched.flatMap(({ series, found }) =>
    found.length === 0 ? [] : findNew(series, found, knownOf.get(seriesKey(series)) ?? []),
  );
}

/** The resources that explain the newest anomalies. */
async function attributeNewest(
  ctx: Context,
  query: SeriesQuery,
  anomalies: readonly FoundAnomaly[],
): Promise<Map<FoundAnomaly, NamedResource[]>> {
  const newest = anomalies
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .slice(0, maxAttributed);
  const resources = new Map<FoundAnomaly, NamedResource[]>();
  for (const anomaly of newest) {
    resources.set(anomaly, await attributeRise(ctx, query, anomaly));
  }
  return resources;
}
