import type { Context } from '../../../platform/kernel/context.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type ReportCosts,
  readReportCosts,
  withForecast,
} from '../../reports/cost-reports/index.js';
import { forecastPeriod } from '../../reports/forecast/index.js';
import type { ReportFigures } from './figures.js';
import { type BudgetTree, reportsOf } from './performance.js';
import { spendByMonth } from './read-spend.js';

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
  const range = { start: months.first, end: lastOfMonth(months.last) };
  const read = async (report: string) => {
    const costs = await readReportCosts(ctx, report, range);
    return {
      ...(await withForecast(ctx, report, costs, range)),
      byMonth: spendByMonth(costs, today),
    };
  };
  const reports = new Map<string, Awaited<ReturnType<typeof read>>>();
  for (const report of new Set(budgets.flatMap(reportsOf))) reports.set(report, await read(report));
  const all = [...reports.values()];
  return {
    spendOf: (report, month) => reports.get(report)?.byMonth.get(month) ?? new Decimal(0),
    forecastOf: (report, month) =>
      forecastPeriod({ start: month, end: lastOfMonth(month) }, reports.get(report)!),
    completeThrough: earliest(all, addDays(today, -1)),
    unconverted: [...new Set(all.flatMap((each) => each.unconverted))].toSorted(),
  };
}

/** The day through which all reports are complete; a day is complete at the earliest once it is over. */
function earliest(
  costs: readonly Pick<ReportCosts, 'completeThrough'>[],
  yesterday: string,
): string | null {
  const days = costs.map(({ completeThrough }) => completeThrough);
  if (days.length === 0 || days.includes(null)) return null;
  const first = days.map((day) => day!).toSorted()[0]!;
  return first < yesterday ? first : yesterday;
}
