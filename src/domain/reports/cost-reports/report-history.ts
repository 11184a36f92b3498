import { createHash } from 'node:crypto';
import {
  type Contribution,
  type CostQuery,
  type CostScope,
  billedThrough,
  integrationEnds,
  maxBillDelayDays,
  type PreparedQuery,
  readContributions,
  readCosts,
} from '../../costs/query/index.js';
import { historyDays, dayNumber, isoDate, type ServiceSeries } from '../forecast/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { contextOfData } from './report-completeness.js';
import { resolveCostQuery } from './resolve-cost-query.js';

/** Days per statement, to bound the size of a result. */
const daysPerRead = 84;
const maxRowsPerRead = 500_000;
/** Days from which the cost per unit of a business metric is estimated. */
const unitCostDays = 90;

/**
 * The query for the daily costs of a report by service, as GET /costs would run it on the day of the
 * latest import.
 */
export async function resolveHistoryQuery(
  current: Context,
  report: string,
): Promise<PreparedQuery<CalendarBin>> {
  const ctx = await contextOfData(current, report);
  const today = formatDate(ctx.now);
  return resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: addDays(today, -historyDays - maxBillDelayDays),
      end_date: addDays(today, -1),
      date_bin: 'day',
      groupings: ['provider', 'service'],
      'settings[aggregate_by]': 'cost',
      order: 'asc',
    },
    { limit: maxRowsPerRead, offset: 0 },
  );
}

/** Equal as long as the query, the loads and rates behind it and the days to forecast are the same. */
export function fingerprintQuery(query: CostQuery, lastDay: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, lastDay]))
    .digest('hex');
}

/** The daily costs of a report by service. */
export interface ServiceHistory {
  series: ServiceSeries[];
  /** The last day that is complete in every integration that the costs come from. */
  lastCompleteDay: string;
}

/** Reads the daily costs of each service of a report. */
export async function readServiceHistory(
  store: CostStore,
  { query, scope }: Pick<PreparedQuery<CalendarBin>, 'query' | 'scope'>,
): Promise<ServiceHistory> {
  const found = await readCostDays(store, query);
  const contributions = await readContributions(store, query);
  const endOf = (some: readonly Contribution[]) => endOfBills(scope, some, query);
  const byService = groupBy(contributions, keyOf);
  return {
    series: found
      .toSorted((a, b) => compare(a.provider, b.provider) || compare(a.service, b.service))
      .flatMap((each) => fillSeries(each, endOf(byService.get(keyOf(each)) ?? [])) ?? []),
    lastCompleteDay: endOf(contributions),
  };
}

const keyOf = ({ provider, service }: Pick<ServiceSeries, 'provider' | 'service'>) =>
  JSON.stringify([provider, service]);

/** The last day of the costs that integrations contribute. */
function endOfBills(
  { loads }: CostScope,
  contributions: readonly Contribution[],
  { endDate, today }: CostQuery,
): string {
  const ends = integrationEnds(loads);
  const contributing = new Set(contributions.map(({ integration }) => integration));
  const through = billedThrough(
    [...contributing].flatMap((integration) => ends.get(integration) ?? []),
    today,
  );
  return through < endDate ? through : endDate;
}

/** The days on which a service has costs, in order. */
interface SparseSeries {
  provider: string;
  service: string;
  days: [day: number, amount: number][];
}

async function readCostDays(store: CostStore, query: CostQuery): Promise<SparseSeries[]> {
  const found = new Map<string, SparseSeries>();
  for (let start = query.startDate; start <= query.endDate; start = addDays(start, daysPerRead)) {
    const last = addDays(start, daysPerRead - 1);
    const endDate = last < query.endDate ? last : query.endDate;
    const { rows } = await readCosts(store, { ...query, startDate: start, endDate });
    if (rows.length === query.limit)
      throw new Error('The report has too many services to forecast');
    for (const row of rows) {
      // Costs without an exchange rate cannot be added to the others.
      if (row.currency !== query.conversion.to) continue;
      const service = { provider: String(row.g0), service: String(row.g1 ?? '') };
      const series = found.get(keyOf(service)) ?? { ...service, days: [] };
      found.set(keyOf(service), series);
      series.days.push([dayNumber(row.accrued_at), Number(row.amount)]);
    }
  }
  return [...found.values()];
}

/** All days from the first cost to the last complete day; those without a cost are zeros. */
function fillSeries(
  { days, ...service }: SparseSeries,
  lastDay: string,
): ServiceSeries | undefined {
  const firstDay = days[0]![0];
  const values = new Float64Array(Math.max(dayNumber(lastDay) + 1 - firstDay, 0));
  for (const [day, amount] of days) {
    if (day - firstDay < values.length) values[day - firstDay] = amount;
  }
  return values.length === 0 ? undefined : { ...service, firstDay, values };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The total costs of the report on each of the last days through a complete one. */
export async function readDailyCosts(
  store: CostStore,
  query: CostQuery,
  lastDay: string,
): Promise<string[]> {
  const startDate = addDays(lastDay, 1 - unitCostDays);
  const { rows } = await readCosts(store, {
    ...query,
    startDate,
    endDate: lastDay,
    groupings: [],
  });
  const amounts = new Map(
    rows
      .filter(({ currency }) => currency === query.conversion.to)
      .map((row) => [row.accrued_at, row.amount]),
  );
  const first = dayNumber(startDate);
  return Array.from({ length: unitCostDays }, (_, day) => amounts.get(isoDate(first + day)) ?? '0');
}
