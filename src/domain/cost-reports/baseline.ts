import { sql } from 'kysely';
import { operatorContext } from '../../platform/kernel/operator-context.js';
import { dayNumber } from '../forecast/daily-series.js';
import { forecastInWorker } from '../forecast/forecast-in-worker.js';
import type { Interval, ServiceForecast } from '../forecast/forecast-report.js';
import type { JobContext } from '../../platform/jobs/job.js';
import type { Row } from '../../platform/kernel/rows.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../platform/lib/days.js';
import type { Db, Tables } from '../../platform/store/tables.js';
import { askHistory, fingerprintOf, readDailyCosts, readSeries } from './report-history.js';

/** How far a forecast reaches: to the end of the twelfth month after this one. */
export const lastForecastDay = (today: string) => lastOfMonth(today, 12);

/** Rows written by one statement: each is a year of days. */
const rowsAtATime = 20;

type Report = Pick<Row<'cost_reports'>, 'token' | 'account_token'>;

/** Computes the baseline of a report, unless nothing has changed since it was. False when it was left as it is. */
export async function renewBaseline(report: Report, job: JobContext): Promise<boolean> {
  const { db, costs } = job.services;
  const ctx = await operatorContext(job, report.account_token);
  const query = await askHistory(ctx, report.token);
  const fingerprint = fingerprintOf(query);
  if ((await storedFingerprint(db, report.token)) === fingerprint) return false;
  const first_day = addDays(query.today, 1);
  const series = await readSeries(costs, query);
  const days = { from: dayNumber(first_day), to: dayNumber(lastForecastDay(query.today)) };
  const forecasts = series.length === 0 ? [] : await forecastInWorker({ series, ...days });
  const baseline = {
    cost_report_token: report.token,
    fingerprint,
    computed_at: ctx.now,
    first_day,
    last_complete_day: query.endDate,
    daily_costs: await readDailyCosts(costs, query),
  };
  await db.transaction().execute((trx) => store(trx, baseline, forecasts));
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

/** Replaces the baseline as a whole. Nothing is stored for a report that was deleted meanwhile. */
async function store(
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
  for (let start = 0; start < rows.length; start += rowsAtATime) {
    const some = rows.slice(start, start + rowsAtATime);
    await db.insertInto('baseline_series').values(some).execute();
  }
}

/** One service, or the sum of several under the name all. Amounts are decimal texts by day. */
export interface ForecastSeries {
  provider: string;
  service: string;
  is_total: boolean;
  amounts: string[];
  /** Of a baseline only: a plan has no past that it could be tested on. */
  interval?: Interval;
}

export interface Baseline {
  /** The day of the first amounts, and how many days there are. */
  start: string;
  days: number;
  /** The sum of all first, then in the order of providers and services. */
  series: ForecastSeries[];
  lastCompleteDay: string;
  /** What the report cost on each of the last days up to that one. */
  dailyCosts: string[];
}

/** The part of a report's stored baseline that lies in a range; undefined before it was first computed. */
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
  const placeOf = (day: string) => dayNumber(day) - dayNumber(stored.first_day) + 1;
  const rows = await db
    .selectFrom('baseline_series')
    .select(['provider', 'service', 'is_total', 'interval_facts'])
    .select(sql<string[]>`amounts[${placeOf(start)}::int:${placeOf(range.end)}::int]`.as('amounts'))
    .where('cost_report_token', '=', report)
    .orderBy(seriesOrder)
    .execute();
  const series = rows.map(({ interval_facts: facts, ...each }) => {
    const interval = facts as unknown as Interval;
    return { ...each, interval: { ...interval, skipped: interval.skipped + placeOf(start) - 1 } };
  });
  return {
    start,
    days: series[0]?.amounts.length ?? 0,
    series,
    lastCompleteDay: stored.last_complete_day,
    dailyCosts: stored.daily_costs,
  };
}

export const seriesOrder = sql`is_total desc, provider <> 'all', provider collate "C", service collate "C"`;
