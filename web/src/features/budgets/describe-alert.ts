import type { BudgetAlert } from './budget.js';

/** `80% of the budget`, or `Forecast above 100% of the budget` */
export const alertTitle = ({
  threshold,
  measure,
}: Pick<BudgetAlert, 'threshold' | 'measure'>): string =>
  measure === 'forecast'
    ? `Forecast above ${threshold}% of the budget`
    : `${threshold}% of the budget`;

/** When in the month an alert watches: `The first 10 days of the month`. */
export function alertWindow({
  duration_in_days: days,
  period_to_track: period,
}: Pick<BudgetAlert, 'duration_in_days' | 'period_to_track'>): string {
  if (days === null) return 'The whole month';
  const which = period === 'end_of_the_month' ? 'last' : 'first';
  return days === 1 ? `The ${which} day of the month` : `The ${which} ${days} days of the month`;
}
