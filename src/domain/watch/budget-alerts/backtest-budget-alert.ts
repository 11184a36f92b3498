import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type BudgetTree, amountOf, spendIn } from '../budgets/index.js';
import {
  type BudgetAlertRule,
  type DueMonth,
  evaluateBudgetAlert,
} from './evaluate-budget-alert.js';

/**
 * The days on which an alert would have reported a budget, one per month at most, if the costs of each day
 * had arrived whole right after it.
 */
export function backtestBudgetAlert(
  timing: Omit<BudgetAlertRule, 'armedOn' | 'measure'>,
  budget: BudgetTree,
  dailyCosts: ReadonlyMap<string, ReadonlyMap<string, Decimal>>,
  { start, end }: DateRange,
): DueMonth[] {
  const accrued = new Map([...dailyCosts].map(([report, days]) => [report, accrue(days, end)]));
  const byMonth = new Map<string, DueMonth>();
  for (let day = start; day <= end; day = addDays(day, 1)) {
    const spendOf = (report: string) => accrued.get(report)?.get(day) ?? new Decimal(0);
    const monthOf = (month: string) => ({
      amount: amountOf(budget, month),
      spend: spendIn(budget, month, spendOf),
      forecast: null,
    });
    // Armed on the day itself, so that no earlier month is evaluated again.
    const rule = { ...timing, measure: 'spend' as const, armedOn: day };
    const [due] = evaluateBudgetAlert(rule, monthOf, day);
    if (due && !byMonth.has(due.month)) byMonth.set(due.month, due);
  }
  return [...byMonth.values()];
}

/** The costs of the month through each day, from the first day with costs. */
function accrue(days: ReadonlyMap<string, Decimal>, end: string): Map<string, Decimal> {
  const accrued = new Map<string, Decimal>();
  let total = new Decimal(0);
  const first = [...days.keys()].toSorted()[0] ?? addDays(end, 1);
  for (let day = first; day <= end; day = addDays(day, 1)) {
    if (day === firstOfMonth(day)) total = new Decimal(0);
    total = total.plus(days.get(day) ?? 0);
    accrued.set(day, total);
  }
  return accrued;
}
