import { ShapeFailure } from '../../../platform/lib/errors.js';
import { type DateRange, resolveInterval } from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';

interface RequestedDates {
  start_date?: string;
  end_date?: string;
}

/**
 * The date range of a query: the requested dates, with a missing one filled in from the report's range
 * or the current month. A report without complete days has the range null.
 */
export function resolveDateRange(
  { start_date: start, end_date: end }: RequestedDates,
  reportRange: DateRange | null | undefined,
  today: string,
): DateRange {
  if (start === undefined && end === undefined) {
    return reportRange === undefined
      ? resolveInterval('this_month', today)
      : (reportRange ?? emptyRange(today));
  }
  const range =
    end === undefined
      ? { start: start!, end: today }
      : { start: start ?? earlier(firstOfMonth(end), reportRange?.start), end };
  if (range.start > range.end) throw new ShapeFailure(['start_date must not be after end_date']);
  return range;
}

function earlier(one: string, other = one): string {
  return one < other ? one : other;
}

function emptyRange(today: string): DateRange {
  return { start: today, end: addDays(today, -1) };
}
