import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import type { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { accrued, type ReportCosts, readReportCosts } from '../../reports/cost-reports/index.js';

export interface MonthlySpend extends Pick<ReportCosts, 'currency' | 'completeThrough'> {
  byMonth: Map<string, Decimal>;
}

/** The accrued costs of a report by month, in the currency of its workspace, in one query. */
export async function readMonthlySpend(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<MonthlySpend> {
  const costs = await readReportCosts(ctx, report, range);
  return { ...costs, byMonth: spendByMonth(costs, formatDate(ctx.now)) };
}

/** The accrued costs of a report by day, in the currency of its workspace, in one query. */
export async function readDailySpend(
  ctx: Context,
  report: string,
  range: DateRange,
): Promise<Map<string, Decimal>> {
  return accrued((await readReportCosts(ctx, report, range)).billed, formatDate(ctx.now));
}

/** The accrued costs of months. */
export function spendByMonth(
  { billed }: Pick<ReportCosts, 'billed'>,
  today: string,
): Map<string, Decimal> {
  const byMonth = new Map<string, Decimal>();
  for (const [day, amount] of accrued(billed, today)) {
    const month = firstOfMonth(day);
    byMonth.set(month, byMonth.get(month)?.plus(amount) ?? amount);
  }
  return byMonth;
}
