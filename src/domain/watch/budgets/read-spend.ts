import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  readCompleteness,
  readForecast,
  resolveCostQuery,
} from '../../reports/cost-reports/index.js';
import { readCosts } from '../../costs/query/index.js';

/** Rows per query; the months of budgets, and the days of 14 months, are far fewer. */
const maxRows = 5_000;

export interface MonthlySpend {
  byMonth: Map<string, Decimal>;
  currency: string;
  /** Currencies without an exchange rate, whose costs are not included. */
  unconverted: string[];
  /** The last day that is complete in every integration that contributes to the report. */
  completeThrough: string | null;
}

/** The accrued costs of a report by month, in the currency of its workspace, in one query. */
export async function readMonthlySpend(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<MonthlySpend> {
  const { rows, ...read } = await readSpend(ctx, report, range, 'month');
  return { byMonth: new Map(rows.map(([day, amount]) => [firstOfMonth(day), amount])), ...read };
}

/** The costs of a report by day, in the currency of its workspace, in one query. */
export async function readDailySpend(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<Map<string, Decimal>> {
  return new Map((await readSpend(ctx, report, range, 'day')).rows);
}

async function readSpend(
  ctx: Context,
  report: string,
  range: DateRange,
  bin: 'day' | 'month',
): Promise<Omit<MonthlySpend, 'byMonth'> & { rows: [day: string, amount: Decimal][] }> {
  const { query } = await resolveCostQuery(
    ctx,
    {
      cost_report_token: report,
      start_date: range.start,
      end_date: range.end,
      date_bin: bin,
      groupings: [],
      'settings[aggregate_by]': 'cost',
    },
    { limit: maxRows, offset: 0 },
  );
  const { rows } = await readCosts(ctx.services.costs, query);
  const currency = query.conversion.to;
  const others = rows.map((row) => row.currency).filter((each) => each !== currency);
  return {
    rows: rows
      // Costs without an exchange rate cannot be added to the others.
      .filter((row) => row.currency === currency)
      .map((row) => [row.accrued_at, new Decimal(row.amount)]),
    currency,
    unconverted: [...new Set(others)],
    completeThrough: (await readCompleteness(ctx, report)).completeThrough,
  };
}

/** The forecast of a report for the days of the month that are still ahead. */
export async function readRestOfMonth(ctx: Context, report: string): Promise<Decimal> {
  const today = formatDate(ctx.now);
  const byMonth = await readMonthlyForecast(ctx, report, today);
  return byMonth?.get(firstOfMonth(today)) ?? new Decimal(0);
}

/**
 * The forecast of a report by month, from tomorrow to the end of the month of a day; undefined if it has
 * none.
 */
export async function readMonthlyForecast(
  ctx: Context,
  report: string,
  lastMonth: string,
): Promise<Map<string, Decimal> | undefined> {
  const range = { start: addDays(formatDate(ctx.now), 1), end: lastOfMonth(lastMonth) };
  const byMonth = new Map<string, Decimal>();
  if (range.start > range.end) return byMonth;
  const { series, start } = await readForecast(ctx.db, report, range);
  const total = series.find(({ is_total, provider }) => is_total && provider === 'all');
  if (!total) return undefined;
  for (const [index, amount] of total.amounts.entries()) {
    const month = firstOfMonth(addDays(start, index));
    byMonth.set(month, (byMonth.get(month) ?? new Decimal(0)).plus(amount));
  }
  return byMonth;
}
