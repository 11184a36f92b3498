import type { Context } from '../../../platform/kernel/context.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type BudgetTree, reportsOf, spendIn } from '../budgets/index.js';
import { readBilled, type ReportCosts } from '../../reports/cost-reports/index.js';
import { type MessageChart } from '../delivery/index.js';
import { formatDays, formatShortDay } from '../../../platform/lib/format-days.js';
import type { DueMonth } from './evaluate-budget-alert.js';

/** What was spent of a budget through each day of its month, beside the budget. Read only for reports. */
export async function readBudgetChart(
  ctx: Context,
  { budget, due, currency }: { budget: BudgetTree; due: DueMonth; currency: string },
): Promise<MessageChart> {
  const range = { start: due.month, end: due.day };
  const costs = new Map<string, ReportCosts['billed']>();
  for (const report of reportsOf(budget)) {
    costs.set(report, (await readBilled(ctx, report, range)).billed);
  }
  const costOf = (report: string, day: string) => costs.get(report)?.get(day) ?? new Decimal(0);
  let spent = new Decimal(0);
  const bars = Array.from({ length: daysIn(range) }, (_, index) => {
    const day = addDays(range.start, index);
    spent = spent.plus(spendIn(budget, day, costOf) ?? 0);
    return { label: formatShortDay(day), amount: spent.toFixed(), kind: 'current' as const };
  });
  return {
    title: `Spent so far in ${currency}`,
    bars,
    legend: [{ kind: 'current', label: formatDays(range) }],
    limit: { label: 'Budget of the month', amount: due.amount.toFixed() },
  };
}
