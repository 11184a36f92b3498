import { ShapeFailure } from '../../platform/lib/errors.js';
import { type DateRange, resolveInterval } from '../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../platform/lib/days.js';

interface Sent {
  start_date?: string;
  end_date?: string;
}

/** The days a question is about: those sent, filled up from the report's or from this month. */
export function resolveDateRange(
  { start_date: start, end_date: end }: Sent,
  ofReport: DateRange | null | undefined,
  today: string,
): DateRange {
  if (start === undefined && end === undefined) {
    return ofReport === undefined
      ? resolveInterval('this_month', today)
      : (ofReport ?? noDay(today));
  }
  const range =
    end === undefined
      ? { start: start!, end: today }
      : { start: start ?? earlier(firstOfMonth(end), ofReport?.start), end };
  if (range.start > range.end) throw new ShapeFailure(['start_date must not be after end_date']);
  return range;
}

function earlier(one: string, other = one): string {
  return one < other ? one : other;
}

/** A report that leaves out what is not finished may have nothing left. */
function noDay(today: string): DateRange {
  return { start: today, end: addDays(today, -1) };
}
