import type { DateRange } from '../../../platform/lib/date-intervals.js';
import {
  addCalendarMonths,
  addDays,
  daysIn,
  firstOfMonth,
  lastOfMonth,
} from '../../../platform/lib/days.js';

/** What a range can be compared with. */
export const comparisons = ['previous_period', 'previous_year'] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * Two ranges whose costs can be compared: complete days only, and equally many unless both are whole
 * months or the earlier one was chosen.
 */
export interface ComparedRanges {
  current: DateRange;
  previous: DateRange;
}

/**
 * The ranges to compare; undefined when no day of the range is complete. Whole months are compared with
 * as many whole months, the first days of a month with the same days of an earlier month, and any
 * other range with the days right before it. A chosen range is compared as it is.
 */
export function comparedRanges(
  range: DateRange,
  completeThrough: string,
  comparison: Comparison | DateRange,
): ComparedRanges | undefined {
  const end = range.end < completeThrough ? range.end : completeThrough;
  if (end < range.start) return undefined;
  const current = { start: range.start, end };
  if (typeof comparison === 'object') return { current, previous: comparison };
  if (comparison === 'previous_year')
    return withEqualDays(current, addCalendarMonths(range.start, -12));
  if (!startsMonth(range.start)) {
    return withEqualDays(current, addDays(current.start, -daysIn(current)));
  }
  const months = monthsIn(current);
  const start = firstOfMonth(current.start, -months);
  if (end === lastOfMonth(end))
    return { current, previous: { start, end: addDays(range.start, -1) } };
  return withEqualDays(current, start);
}

/** The days from `start` on, as many as in the current range. They end before it begins, so both may have to be shorter. */
function withEqualDays(current: DateRange, start: string): ComparedRanges {
  const room = daysIn({ start, end: addDays(current.start, -1) });
  const days = Math.min(daysIn(current), room);
  return {
    current: { start: current.start, end: addDays(current.start, days - 1) },
    previous: { start, end: addDays(start, days - 1) },
  };
}

const startsMonth = (day: string) => day.endsWith('-01');

/** The number of calendar months that a range touches. */
function monthsIn({ start, end }: DateRange): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(end) - monthOf(start) + 1;
}
