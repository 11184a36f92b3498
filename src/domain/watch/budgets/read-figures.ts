import type { Context } from '../../../platform/kernel/context.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type ReportCosts,
  readReportCosts,
  withForecast,
} from '../../reports/cost-reports/index.js';
import { forecastPeriod, type PeriodForecast } from '../../reports/forecast/index.js';
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

/** What is known about the months of a report. */
export interface MonthFigures extends Pick<
  ReportCosts,
  'currency' | 'completeThrough' | 'unconverted'
> {
  spendIn: (month: string) => Decimal;
  forecastOf: (month: string) => PeriodForecast | null;
}

/** Reads the costs and the forecast of a report: one cost query. */
export async function readReportFigures(
  ctx: Context,
  report: string,
  { first, last }: { first: string; last: string },
): Promise<MonthFigures> {
  const range = { start: first, end: lastOfMonth(last) };
  const costs = await withForecast(ctx, report, await readReportCosts(ctx, report, range), range);
  const byMonth = spendByMonth(costs, formatDate(ctx.now));
  return {
    ...costs,
    spendIn: (month) => byMonth.get(month) ?? new Decimal(0),
    forecastOf: (month) => forecastPeriod({ start: month, end: lastOfMonth(month) }, costs),
  };
}

/** Reads the costs and forecasts of all reports of budgets: one cost query per report. */
export async function readBudgetSource(
  ctx: Context,
  budgets: readonly BudgetTree[],
  months: { first: string; last: string },
): Promise<BudgetSource> {
  const reports = new Map<string, MonthFigures>();
  for (const report of new Set(budgets.flatMap(reportsOf))) {
    reports.set(report, await readReportFigures(ctx, report, months));
  }
  const all = [...reports.values()];
  return {
    spendOf: (report, month) => reports.get(report)?.spendIn(month) ?? new Decimal(0),
    forecastOf: (report, month) => reports.get(report)!.forecastOf(month),
    completeThrough: earliest(all, addDays(formatDate(ctx.now), -1)),
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
