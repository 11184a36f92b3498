import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { type BudgetPeriod, monthAmount } from './periods.js';

/** A budget with its descendants; one with children has neither a report nor periods. */
export interface BudgetTree {
  token: string;
  name: string;
  cost_report_token: string | null;
  periods: readonly BudgetPeriod[];
  children: readonly BudgetTree[];
}

/** The spend of a report in the month of a day. */
export type SpendOf = (report: string, month: string) => Decimal;

/** The budget of a month; null if neither the budget nor a child has one. */
export function amountOf(budget: BudgetTree, month: string): Decimal | null {
  if (budget.children.length === 0) return monthAmount(budget.periods, month);
  return addUp(budget.children.map((child) => amountOf(child, month)));
}

/** The spend of a month, with children that have no budget in it; null without any report. */
export function spendIn(budget: BudgetTree, month: string, spendOf: SpendOf): Decimal | null {
  if (budget.children.length > 0) {
    return addUp(budget.children.map((child) => spendIn(child, month, spendOf)));
  }
  return budget.cost_report_token === null ? null : spendOf(budget.cost_report_token, month);
}

const addUp = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.reduce((sum, value) => (sum && value ? sum.plus(value) : (sum ?? value)), null);

/** A month of a budget: how far over or under it the spend is. */
export interface PerformanceSlot {
  date: string;
  actual: string;
  amount: string;
}

/** The months from the first budget to the current one, or the last with a budget; newest first. */
export function performanceMonths(budget: BudgetTree, today: string): string[] {
  const periods = allPeriods(budget);
  const first = periods.map(({ start_at }) => start_at).toSorted()[0];
  const last = periods
    .map(({ end_at }) => end_at)
    .toSorted()
    .at(-1);
  if (first === undefined || last === undefined) return [];
  const end = firstOfMonth(last < today ? last : today);
  const months: string[] = [];
  for (let month = firstOfMonth(first); month <= end; month = firstOfMonth(month, 1)) {
    months.push(month);
  }
  return months.toReversed();
}

/** The first month in which a budget or one of its descendants has an amount. */
export function firstBudgetMonth(budget: BudgetTree): string | undefined {
  const first = allPeriods(budget)
    .map(({ start_at }) => start_at)
    .toSorted()[0];
  return first === undefined ? undefined : firstOfMonth(first);
}

const allPeriods = (budget: BudgetTree): readonly BudgetPeriod[] =>
  budget.children.length > 0 ? budget.children.flatMap(allPeriods) : budget.periods;

/** The report of a budget, or those of its descendants: once for each of them, as their costs count. */
export function budgetedReports({ children, cost_report_token: report }: BudgetTree): string[] {
  if (children.length > 0) return children.flatMap(budgetedReports);
  return report === null ? [] : [report];
}

/** The reports of a budget and its descendants. */
export const reportsOf = (budget: BudgetTree): string[] => [...new Set(budgetedReports(budget))];

/** One slot per month, null for a month without a budget. */
export function computePerformance(
  budget: BudgetTree,
  today: string,
  spendOf: SpendOf,
): (PerformanceSlot | null)[] {
  return performanceMonths(budget, today).map((month) => {
    const amount = amountOf(budget, month);
    if (amount === null) return null;
    return {
      date: formatMonth(month),
      actual: formatDeviation(spendIn(budget, month, spendOf), amount),
      amount: formatDecimal(amount.toFixed()),
    };
  });
}

/** Over or under budget, cut to a whole percent: 450.00 of 600.00 is "-25%". */
function formatDeviation(spend: Decimal | null, amount: Decimal): string {
  if (spend === null) return '0%';
  if (amount.isZero()) return spend.isZero() ? '0%' : '100%';
  const percent = spend.minus(amount).times(100).div(amount).trunc();
  // A zero below the budget has a sign too.
  return percent.isZero() ? '0%' : `${percent.toFixed()}%`;
}

const months = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** `2024-07-01` as `July, 2024`. */
export const formatMonth = (day: string) =>
  `${months.format(new Date(day))}, ${Number(day.slice(0, 4))}`;
