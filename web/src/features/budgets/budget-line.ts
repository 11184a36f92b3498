import type { Schemas } from '../../api/types.js';
import { addDays, daysBetween, firstOfMonth, lastDayOf, lastOfMonth } from '../../lib/dates.js';
import { quotient, sumOf, times } from '../../lib/decimal.js';

type Period = Schemas['Budget']['periods'][number];

interface Bins {
  /** The start of each bin. */
  bins: readonly string[];
  bin: string;
  /** The days that the bins show; the first and the last bin can be cut. */
  start: string;
  end: string;
}

/**
 * The budget of each bin: every day has its share of the amount of its month. Null for bins without a
 * budget. 3,100 a month are 100 a day in March, and 700 in a week of it.
 */
export function budgetByBin(
  periods: readonly Period[],
  { bins, bin, start, end }: Bins,
): (string | null)[] {
  return bins.map((first) => {
    const from = latest(first.slice(0, 10), start);
    const to = earliest(lastDayOf(first, bin), end);
    const parts = periods.flatMap((period) =>
      shareOf(period, latest(from, period.start_at), earliest(to, period.end_at)),
    );
    return parts.length === 0 ? null : sumOf(parts);
  });
}

/** The amounts of a period for the days of a range, one for each of its months. */
function shareOf({ amount }: Period, from: string, to: string): string[] {
  const parts: string[] = [];
  for (let day = from; day <= to; day = addDays(lastOfMonth(day), 1)) {
    const days = daysBetween(day, earliest(lastOfMonth(day), to)) + 1;
    const daysOfMonth = daysBetween(firstOfMonth(day), lastOfMonth(day)) + 1;
    parts.push(quotient(times(amount, days), `${daysOfMonth}.0`));
  }
  return parts;
}

const latest = (one: string, other: string): string => (one > other ? one : other);
const earliest = (one: string, other: string): string => (one < other ? one : other);
