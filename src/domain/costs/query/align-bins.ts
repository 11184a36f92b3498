import type { CalendarBin, DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import type { ComparedRanges } from './comparison.js';
import { daysOfBin } from './date-bins.js';

/**
 * The earlier days that each bin of a range is compared with, in the order of the bins; undefined for a
 * bin without compared days. Ranges that begin with months are aligned by month where bins are that long,
 * all others day by day, so that aligned bins have equally many days.
 */
export function alignBins(
  { current, previous }: ComparedRanges,
  bins: readonly string[],
  bin: CalendarBin,
): (DateRange | undefined)[] {
  const byMonth =
    (bin === 'month' || bin === 'quarter') &&
    current.start.endsWith('-01') &&
    previous.start.endsWith('-01');
  return bins.map((startsAt) => {
    const days = overlap(daysOfBin(bin, startsAt), current);
    if (days === undefined) return undefined;
    const earlier = byMonth
      ? shiftMonths(days, monthsBetween(current.start, previous.start))
      : shiftDays(days, previous.start, current.start);
    return overlap(earlier, previous);
  });
}

function overlap(one: DateRange, other: DateRange): DateRange | undefined {
  const start = one.start > other.start ? one.start : other.start;
  const end = one.end < other.end ? one.end : other.end;
  return start <= end ? { start, end } : undefined;
}

/** Whole months, of which the overlap with the earlier range leaves the compared days. */
const shiftMonths = ({ start, end }: DateRange, months: number): DateRange => ({
  start: firstOfMonth(start, months),
  end: lastOfMonth(end, months),
});

function shiftDays({ start, end }: DateRange, to: string, from: string): DateRange {
  const days = daysIn({ start: to, end: from }) - 1;
  return { start: addDays(start, -days), end: addDays(end, -days) };
}

function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(to) - monthOf(from);
}
