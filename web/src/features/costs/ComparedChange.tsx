import { Text } from '@mantine/core';
import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import type { Schemas } from '../../api/types.js';
import { formatDateRange, formatDay, formatShortRange } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import { Change } from '../../parts/figures.js';

export type CostChange = Schemas['CostChange'];
export type Comparison = Schemas['ComparedDays'];

/** The change of an amount over complete days, in percent and money; on hover, the amounts that it is the difference of. */
export function ComparedChange({ change, currency }: { change: CostChange; currency: string }) {
  const { current, previous, amount } = change;
  return (
    <>
      <Change current={current} previous={previous} currency={currency} />{' '}
      <Text
        span
        size="sm"
        c="dimmed"
        fw={400}
        title={`${formatMoney(current, currency)} minus ${formatMoney(previous, currency)}`}
      >
        {signedMoney(amount, currency)}
      </Text>
    </>
  );
}

/** Whether all days of a range are compared, so that the change of its total is meant. */
export const comparesAll = (
  { start_date: start, end_date: end }: Comparison,
  range: DateRange,
): boolean => start === range.start && end === range.end;

/**
 * `Compared with Oct 1 – 31, 2026`; where the total beside it has further days, with the days that are compared:
 * `Nov 1 – 18 compared with Oct 1 – 18, 2026`.
 */
export function comparisonLabel(comparison: Comparison, total: DateRange): string {
  const { start_date: start, end_date: end } = comparison;
  const { previous_start_date: previousStart, previous_end_date: previousEnd } = comparison;
  const previous = formatDateRange(previousStart, previousEnd);
  return comparesAll(comparison, total)
    ? `Compared with ${previous}`
    : `${formatShortRange(start, end)} compared with ${previous}`;
}

/** `1 Mar 2026 to 9 Mar 2026, compared with 1 Feb 2026 to 9 Feb 2026`, or why nothing is compared. */
export function describeComparison(comparison: Comparison | null): string {
  if (!comparison) return 'There is no complete day to compare yet.';
  const { days, days_with_data: withData } = comparison;
  const current = `${formatDay(comparison.start_date)} to ${formatDay(comparison.end_date)}`;
  const previous = `${formatDay(comparison.previous_start_date)} to ${formatDay(comparison.previous_end_date)}`;
  return withData < days
    ? `${withData} of ${days} days from ${previous} have data, so nothing is compared.`
    : `Complete days only: ${current}, compared with ${previous}.`;
}

export const signedMoney = (amount: string, currency: string): string =>
  `${amount.startsWith('-') ? '' : '+'}${formatMoney(amount, currency)}`;
