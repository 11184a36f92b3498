import type { Context } from '../../platform/kernel/context.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { Decimal, sumDecimals } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
import { readForecast } from '../cost-reports/read-forecast.js';
import { resolveCostQuery } from '../cost-reports/resolve-cost-query.js';
import { readCosts } from '../costs/read-costs.js';

/** Rows per query; the months of budgets, and the days of 14 months, are far fewer. */
const maxRows = 5_000;

/** The accrued costs of a report by month, in the currency of its workspace, in one query. */
export async function readMonthlySpend(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<{ byMonth: Map<string, Decimal>; currency: string }> {
  const { rows, currency } = await readSpend(ctx, report, range, 'month');
  return { byMonth: new Map(rows.map(([day, amount]) => [firstOfMonth(day), amount])), currency };
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
): Promise<{ rows: [day: string, amount: Decimal][]; currency: string }> {
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
  return {
    rows: rows
      // Costs without an exchange rate cannot be added to the others.
      .filter((row) => row.currency === currency)
      .map((row) => [row.accrued_at, new Decimal(row.amount)]),
    currency,
  };
}

/** The forecast of a report for the days of the month that are still ahead. */
export async function readRestOfMonth(ctx: Context, report: string): Promise<Decimal> {
  const today = formatDate(ctx.now);
  const range = { start: addDays(today, 1), end: lastOfMonth(today) };
  if (range.start > range.end) return new Decimal(0);
  const { series } = await readForecast(ctx.db, report, range);
  const total = series.find(({ is_total, provider }) => is_total && provider === 'all');
  return new Decimal(sumDecimals(total?.amounts ?? []));
}
