import type { BudgetAlertMeasure, BudgetAlertWindow } from '../../../platform/store/tables.js';
import { daysIn, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import type { Decimal } from '../../../platform/lib/decimal.js';

/** Bills of a month arrive and change until about this day of the next one. */
const lateDays = 10;

export interface BudgetAlertRule {
  /** Percentage of the budget of a month. */
  threshold: number;
  /** null for the whole month. */
  duration_in_days: number | null;
  period_to_track: BudgetAlertWindow | null;
  /** Whether accrued costs or the forecast of the month are compared. */
  measure: BudgetAlertMeasure;
  /** Day of the last change that lets the alert report again. */
  armedOn: string;
}

/** Budget, accrued costs and forecast of a month; null where there is none. */
export interface MonthOfBudget {
  amount: Decimal | null;
  spend: Decimal | null;
  forecast: Decimal | null;
}

/** A month in which an alert is due, as of a day. */
export interface DueMonth {
  month: string;
  day: string;
  amount: Decimal;
  spend: Decimal;
}

/**
 * The months for which an alert is due. The last days of a month are only billed in the next one, and
 * bills are restated, so until the tenth the previous month is evaluated again, as of its last day. A
 * forecast is only compared within its month: later, it says nothing that could still be prevented.
 *
 * 30,100 of 40,000 spent on 9 February reach 75 %, in time for the first 10 days; on 12 February they
 * come too late.
 */
export function evaluateBudgetAlert(
  rule: BudgetAlertRule,
  monthOf: (month: string) => MonthOfBudget,
  today: string,
): DueMonth[] {
  const lastMonthEnd = lastOfMonth(today, -1);
  const isLate =
    rule.measure === 'spend' && Number(today.slice(8)) <= lateDays && rule.armedOn <= lastMonthEnd;
  return [...(isLate ? [lastMonthEnd] : []), today].flatMap((day) => {
    const month = firstOfMonth(day);
    const { amount, spend, forecast } = monthOf(month);
    if (amount === null || spend === null || !isInWindow(rule, day)) return [];
    const isDue =
      rule.measure === 'spend'
        ? isReached(rule, amount, spend)
        : forecast?.greaterThan(limitOf(rule, amount));
    return isDue ? [{ month, day, amount, spend }] : [];
  });
}

function isInWindow({ duration_in_days: days, period_to_track }: BudgetAlertRule, day: string) {
  if (days === null) return true;
  const dayOfMonth = Number(day.slice(8));
  if (period_to_track !== 'end_of_the_month') return dayOfMonth <= days;
  return dayOfMonth > daysIn({ start: firstOfMonth(day), end: lastOfMonth(day) }) - days;
}

/** What a month may cost before an alert is due: the threshold as a share of its budget. */
export const limitOf = (
  { threshold }: Pick<BudgetAlertRule, 'threshold'>,
  amount: Decimal,
): Decimal => amount.times(threshold).div(100);

function isReached({ threshold }: BudgetAlertRule, amount: Decimal, spend: Decimal): boolean {
  if (amount.isZero()) return spend.greaterThan(0);
  return spend.times(100).greaterThanOrEqualTo(amount.times(threshold));
}
