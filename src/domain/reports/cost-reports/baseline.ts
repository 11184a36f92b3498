import { sql } from 'kysely';
import { operatorContext } from '../../../platform/kernel/operator-context.js';
import {
  dayNumber,
  forecastInWorker,
  type Interval,
  type ServiceForecast,
  type Scores,
} from '../forecast/index.js';
import type { JobContext } from '../../../platform/jobs/job.js';
import type { Page } from '../../../platform/kernel/paging.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import {
  fingerprintQuery,
  readDailyCosts,
  readServiceHistory,
  resolveHistoryQuery,
} from './report-history.js';

/** Forecasts end with the twelfth month after the current one. */
export const lastForecastDay = (today: string) => lastOfMonth(today, 12);

/** Rows per insert statement; each holds a year of days. */
const rowsPerInsert = 20;

type Report = Pick<Row<'cost_reports'>, 'token' | 'account_token'>;

/** Recomputes the baseline of a report if anything it depends on has changed; returns whether it did. */
export async function refreshBaseline(report: Report, job: JobContext): Promise<boolean> {
  const { db, costs } = job.services;
  const ctx = await operatorContext(job, report.account_token);
  const { query, scope } = await resolveHistoryQuery(ctx, report.token);
  const today = formatDate(ctx.now);
  const lastDay = lastForecastDay(today);
  const fingerprint = fingerprintQuery(query, lastDay);
  if ((await storedFingerprint(db, report.token)) === fingerprint) return false;
  const { series, lastCompleteDay } = await readServiceHistory(costs, { query, scope });
  // Days that are billed in part are forecast too: a period counts the larger of both.
  const lastKnownDay = lastCompleteDay < today ? lastCompleteDay : today;
  const first_day = addDays(lastKnownDay, 1);
  const days = { from: dayNumber(first_day), to: dayNumber(lastDay) };
  const forecasts = series.length === 0 ? [] : await forecastInWorker({ series, ...days });
  const baseline = {
    cost_report_token: report.token,
    fingerprint,
    computed_at: ctx.now,
    first_day,
    last_complete_day: lastCompleteDay,
    daily_costs: await readDailyCosts(costs, query, lastCompleteDay),
  };
  await db.transaction().execute((trx) => storeBaseline(trx, baseline, forecasts));
  return true;
}

async function storedFingerprint(db: Db, report: string): Promise<string | undefined> {
  const stored = await db
    .selectFrom('baseline_forecasts')
    .select('fingerprint')
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  return stored?.fingerprint;
}

/** Replaces the whole baseline. Stores nothing if the report has been deleted in the meantime. */
async function storeBaseline(
  db: Db,
  baseline: Tables['baseline_forecasts'],
  forecasts: readonly ServiceForecast[],
): Promise<void> {
  const { cost_report_token } = baseline;
  const report = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('token', '=', cost_report_token)
    .forUpdate()
    .executeTakeFirst();
  if (!report) return;
  await db
    .deleteFrom('baseline_forecasts')
    .where('cost_report_token', '=', cost_report_token)
    .execute();
  await db.insertInto('baseline_forecasts').values(baseline).execute();
  const rows = forecasts.map(({ isTotal, interval, scores, ...forecast }) => ({
    ...forecast,
    cost_report_token,
    is_total: isTotal,
    interval_facts: JSON.stringify(interval),
    scores: JSON.stringify(scores),
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    await db.insertInto('baseline_series').values(batch).execute();
  }
}

/** One service, or the total of several, with service `all`. Amounts are decimal strings, one per day. */
export interface ForecastSeries {
  provider: string;
  service: string;
  is_total: boolean;
  amounts: string[];
  /** Baseline only: a planned forecast cannot be backtested. */
  interval?: Interval;
}

export interface Baseline {
  /** Day of the first amounts, and the number of days. */
  start: string;
  days: number;
  /** The grand total first, then by provider and service. */
  series: ForecastSeries[];
  lastCompleteDay: string;
  /** Total costs of the report on each of the days up to and including that one. */
  dailyCosts: string[];
}

/** Reads the stored baseline of a report within a date range; undefined until it is first computed. */
export async function readBaseline(
  db: Db,
  report: string,
  range: DateRange,
): Promise<Baseline | undefined> {
  const stored = await db
    .selectFrom('baseline_forecasts')
    .selectAll()
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  if (!stored) return undefined;
  const start = range.start > stored.first_day ? range.start : stored.first_day;
  const positionOf = (day: string) => dayNumber(day) - dayNumber(stored.first_day) + 1;
  const rows = await db
    .selectFrom('baseline_series')
    .select(['provider', 'service', 'is_total', 'interval_facts'])
    .select(
      sql<string[]>`amounts[${positionOf(start)}::int:${positionOf(range.end)}::int]`.as('amounts'),
    )
    .where('cost_report_token', '=', report)
    .orderBy(seriesOrder)
    .execute();
  const series = rows.map(({ interval_facts: facts, ...each }) => {
    const interval = facts as unknown as Interval;
    return {
      ...each,
      interval: { ...interval, skipped: interval.skipped + positionOf(start) - 1 },
    };
  });
  return {
    start,
    days: series[0]?.amounts.length ?? 0,
    series,
    lastCompleteDay: stored.last_complete_day,
    dailyCosts: stored.daily_costs,
  };
}

/** How the baseline of each series of a report scores in a backtest. */
interface Backtest {
  /** Undefined until the baseline is first computed. */
  computedAt: Date | undefined;
  total: number;
  series: { provider: string; service: string; method: string | null; scores: Scores }[];
}

/** Reads a page of the backtest of a report's baseline. */
export async function readBacktest(
  db: Db,
  report: string,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<Backtest> {
  const baseline = await db
    .selectFrom('baseline_forecasts')
    .select('computed_at')
    .where('cost_report_token', '=', report)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('baseline_series')
    .select(['provider', 'service', 'method', 'scores'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .where('cost_report_token', '=', report)
    .orderBy(seriesOrder)
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    computedAt: baseline?.computed_at,
    total: rows[0]?.total ?? 0,
    series: rows.map(({ total: _, scores, ...series }) => ({
      ...series,
      scores: scores as unknown as Scores,
    })),
  };
}

/** Totals first, then by provider and service. */
const seriesOrder = sql`is_total desc, provider <> 'all', provider collate "C", service collate "C"`;
