import type { CostAlertInterval, CostAlertUnit } from '../../../platform/store/tables.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import type { CostChange } from './compare-intervals.js';

const comparisons: Record<CostAlertInterval, string> = {
  day: 'Day over day',
  week: 'Week over week',
  month: 'Month over month',
  quarter: 'Quarter over quarter',
};

/** `Day over day`, as sentences about an interval begin. */
export const comparisonName = (interval: CostAlertInterval): string => comparisons[interval];

/** One sentence: `Day over day costs for aws and storage increased by $500.0.` */
export function describeChange(change: CostChange, unit: CostAlertUnit, currency: string): string {
  const verb = change.change.isNegative() ? 'decreased' : 'increased';
  const amount = formatAmount(change.change.abs(), currency);
  const percentage = changeInPercentage(change);
  const size =
    unit === 'percentage' && percentage ? `${figure(percentage.abs())}% (${amount})` : amount;
  return `${comparisonName(change.interval)} costs for ${joinNames(change.group.names)} ${verb} by ${size}.`;
}

/** Percentage of the costs of the previous interval, rounded to two places; null if there were none. */
export function changeInPercentage({ change, previous }: CostChange): Decimal | null {
  return previous.isZero() ? null : round(change.times(100).div(previous.abs()));
}

/** `a`, `a and b`, `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const round = (value: Decimal) => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const figure = (value: Decimal) => formatDecimal(value.toFixed());

/** `$500.0`; a currency without a sign of its own is named by its code. */
function formatAmount(amount: Decimal, currency: string): string {
  const sign =
    new Intl.NumberFormat('en', { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  return `${sign}${/^[A-Z]+$/.test(sign) ? ' ' : ''}${figure(round(amount))}`;
}

/** A change as the values of an event. */
export function serializeChange(change: CostChange) {
  const percentage = changeInPercentage(change);
  return {
    change_in_cost: figure(change.change),
    change_in_percentage: percentage && figure(percentage),
    previous_cost: figure(change.previous),
    current_cost: figure(change.current),
    groupings: [...change.group.values],
    interval: change.interval,
    interval_start: change.start,
    previous_interval_start: change.previousStart,
  };
}
