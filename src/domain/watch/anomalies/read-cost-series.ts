import { createHash } from 'node:crypto';
import type { Context } from '../../../platform/kernel/context.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { resolveReportQuery, resolveCostQuery } from '../../reports/cost-reports/index.js';
import {
  buildSeriesStatement,
  type CostQuery,
  planCosts,
  runRateOf,
} from '../../costs/query/index.js';
import { type SettledDays, readSettledDays } from './settled-days.js';

/** Days that are read: those that are searched, and a quarter before them to learn from. */
const historyDays = 460;
/** Of more series, the largest by cost are read: a report over resources could have any number. */
export const maxSeries = 1000;
/** A year is searched. */
export const searchedDays = 370;

/** What identifies a series of a report. */
export interface SeriesKey {
  provider: string;
  service: string;
  category: string | null;
}

/** The settled costs of a series, day by day from its first day on, as exact decimal text. */
export interface CostSeries extends SeriesKey {
  firstDay: string;
  amounts: string[];
}

/** What is asked of the costs of a report. */
export interface SeriesQuery {
  report: string;
  workspace: string;
  /** Without taxes, credits, refunds and fees that are paid at once. */
  query: CostQuery<CalendarBin>;
  settled: SettledDays;
  /** Equal as long as filters and settings are the same. */
  question: string;
  /** Equal as long as the costs are the same, too. */
  fingerprint: string;
}

/** Resolves the query for the daily costs of a report by provider, service and category. */
export async function resolveSeriesQuery(ctx: Context, report: string): Promise<SeriesQuery> {
  const today = formatDate(ctx.now);
  const { workspaceToken, filters, segments, settings } = await resolveReportQuery(ctx, report);
  const resolved = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: addDays(today, -historyDays),
      end_date: addDays(today, -1),
      date_bin: 'day',
      groupings: ['provider', 'service', 'cost_category'],
      'settings[aggregate_by]': 'cost',
      order: 'asc',
    },
    { limit: 1, offset: 0 },
  );
  const query = runRateOf(resolved.query) as CostQuery<CalendarBin>;
  const settled = await readSettledDays(ctx, workspaceToken);
  return {
    report,
    workspace: workspaceToken,
    query,
    settled,
    question: hash([filters, segments, settings]),
    fingerprint: hash([query.condition, query.settings, query.conversion, [...settled]]),
  };
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

interface SeriesRow {
  g0: string;
  g1: string;
  g2: string | null;
  bins: string[];
  amounts: string[];
  series_count: string;
}

/** The series of a report, and how many smaller ones were left out. */
export interface ReportSeries {
  series: CostSeries[];
  leftOut: number;
}

/** Reads the largest series of a report with one statement. Costs without an exchange rate are left out. */
export async function readCostSeries(
  { client }: CostStore,
  { query, settled }: SeriesQuery,
): Promise<ReportSeries> {
  const rows = await selectRows<SeriesRow>(
    client,
    sql`
      SELECT g0, g1, g2, bins, amounts, count() OVER () AS series_count
      FROM (\n${buildSeriesStatement(planCosts(query))}\n)
      ORDER BY total DESC, g0, g1, g2
      LIMIT ${maxSeries}
    `,
  );
  return {
    series: rows.flatMap((row) => fillSeries(row, settled.get(row.g0)) ?? []),
    leftOut: Number(rows[0]?.series_count ?? 0) - rows.length,
  };
}

/** Days without costs count as zero up to the settled day; later ones may still grow. */
function fillSeries(row: SeriesRow, settledDay: string | undefined): CostSeries | undefined {
  const firstDay = row.bins.reduce((first, day) => (day < first ? day : first));
  if (settledDay === undefined || firstDay > settledDay) return undefined;
  const amountOn = new Map(row.bins.map((day, index) => [day, row.amounts[index]!]));
  const amounts: string[] = [];
  for (let day = firstDay; day <= settledDay; day = addDays(day, 1)) {
    amounts.push(amountOn.get(day) ?? '0');
  }
  return { provider: row.g0, service: row.g1, category: row.g2, firstDay, amounts };
}
