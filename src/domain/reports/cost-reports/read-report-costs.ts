import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { readCosts } from '../../costs/query/index.js';
import type { Interval, KnownCosts } from '../forecast/index.js';
import { type Forecast, readForecast } from './read-forecast.js';
import { contextOfData, readCompleteness } from './report-completeness.js';
import { resolveCostQuery } from './resolve-cost-query.js';

/** Rows per query; the days of a century are fewer. */
const maxRows = 50_000;

/** The costs of a report by day, in the currency of its workspace, and how far they can be trusted. */
export interface ReportCosts extends Omit<KnownCosts, 'forecast'> {
  currency: string;
  /** Currencies without an exchange rate, whose costs are not included. */
  unconverted: string[];
  /** The last day that is complete in every integration that contributes to the report; null without any. */
  completeThrough: string | null;
  /** The first day with imported costs of these integrations; null without any. */
  firstDay: string | null;
}

/** Reads the costs of a report by day in one query, also those of days still to come. */
export async function readBilled(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<Pick<ReportCosts, 'billed' | 'currency' | 'unconverted'>> {
  const { query } = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: range.start,
      end_date: range.end,
      date_bin: 'day',
      groupings: [],
      'settings[aggregate_by]': 'cost',
    },
    { limit: maxRows, offset: 0 },
  );
  const { rows } = await readCosts(ctx.services.costs, { ...query, today: query.endDate });
  const currency = query.conversion.to;
  // Costs without an exchange rate cannot be added to the others.
  const isOwn = (row: { currency: string }) => row.currency === currency;
  return {
    billed: new Map(rows.filter(isOwn).map((row) => [row.accrued_at, new Decimal(row.amount)])),
    currency,
    unconverted: [...new Set(rows.filter((row) => !isOwn(row)).map((row) => row.currency))],
  };
}

/** Reads the costs of a report, and how far they can be trusted. */
export async function readReportCosts(
  current: Context,
  report: string,
  range: DateRange,
): Promise<ReportCosts> {
  const ctx = await contextOfData(current, report);
  const { deliveredThrough, billedThrough, loads } = await readCompleteness(ctx, report);
  return {
    ...(await readBilled(ctx, report, range)),
    billedThrough,
    completeThrough: deliveredThrough,
    firstDay: loads.map(({ first }) => first).toSorted()[0] ?? null,
  };
}

/** Costs count from their day on. */
export const accrued = (billed: ReportCosts['billed'], today: string): Map<string, Decimal> =>
  new Map([...billed].filter(([day]) => day <= today));

/** The forecast of the whole report by day. */
export interface TotalForecast {
  start: string;
  amounts: readonly string[];
  /** Baseline only. */
  interval?: Interval | undefined;
}

/** Adds the forecast of a report: of the days of a range that are not complete. */
export async function withForecast<Costs extends Pick<KnownCosts, 'billedThrough'>>(
  { db }: Context,
  report: string,
  costs: Costs,
  { start, end }: DateRange,
): Promise<Costs & { forecast: TotalForecast | null }> {
  const next = addDays(costs.billedThrough, 1);
  const ahead = { start: next > start ? next : start, end };
  if (ahead.start > end) return { ...costs, forecast: null };
  return { ...costs, forecast: totalForecast(await readForecast(db, report, ahead)) };
}

/** The total of a forecast; null if there is none. */
export function totalForecast({ start, series }: Forecast): TotalForecast | null {
  const total = series.find(({ is_total, provider }) => is_total && provider === 'all');
  return total ? { start, amounts: total.amounts, interval: total.interval } : null;
}
