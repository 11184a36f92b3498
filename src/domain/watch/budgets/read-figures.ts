import type { Context } from '../../../platform/kernel/context.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { ReportFigures } from './figures.js';
import { type BudgetTree, reportsOf } from './performance.js';
import { type MonthlySpend, readMonthlyForecast, readMonthlySpend } from './read-spend.js';

/** Figures of reports, and how far they can be trusted. */
export interface BudgetSource extends ReportFigures {
  /** The last day whose costs are complete; null without costs. */
  completeThrough: string | null;
  /** Currencies without an exchange rate, whose costs are in no figure. */
  unconverted: string[];
}

/** Reads the costs and forecasts of all reports of budgets: one cost query per report. */
export async function readBudgetSource(
  ctx: Context,
  budgets: readonly BudgetTree[],
  months: { first: string; last: string },
): Promise<BudgetSource> {
  const today = formatDate(ctx.now);
  const spend = new Map<string, MonthlySpend>();
  const forecasts = new Map<string, Map<string, Decimal> | undefined>();
  for (const report of new Set(budgets.flatMap(reportsOf))) {
    spend.set(report, await readMonthlySpend(ctx, report, { start: months.first, end: today }));
    forecasts.set(report, await readMonthlyForecast(ctx, report, months.last));
  }
  // A report without any costs is expected to have none.
  const isEmpty = (report: string) => spend.get(report)?.byMonth.size === 0;
  const zero = new Decimal(0);
  return {
    spendOf: (report, month) => spend.get(report)?.byMonth.get(month) ?? zero,
    forecastOf: (report, month) => {
      const byMonth = forecasts.get(report);
      if (!byMonth) return isEmpty(report) ? zero : null;
      return byMonth.get(month) ?? (month === firstOfMonth(today) ? zero : null);
    },
    completeThrough: earliest([...spend.values()], addDays(today, -1)),
    unconverted: [...new Set([...spend.values()].flatMap((each) => each.unconverted))].toSorted(),
  };
}

/** The day through which all reports are complete; a day is complete at the earliest once it is over. */
function earliest(spend: readonly MonthlySpend[], yesterday: string): string | null {
  const days = spend.map(({ completeThrough }) => completeThrough);
  if (days.length === 0 || days.includes(null)) return null;
  const first = days.map((day) => day!).toSorted()[0]!;
  return first < yesterday ? first : yesterday;
}
