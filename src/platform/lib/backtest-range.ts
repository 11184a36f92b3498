import type { DateRange } from './date-intervals.js';
import { addCalendarMonths, addDays } from './days.js';
import { ShapeFailure } from './errors.js';

const maxMonths = 13;
const defaultDays = 90;

/** The days of a backtest: the requested ones, or the 90 days through yesterday; at most 13 months. */
export function backtestRange(
  { start_date, end_date }: { start_date?: string; end_date?: string },
  today: string,
): DateRange {
  const end = end_date ?? addDays(today, -1);
  const start = start_date ?? addDays(end, 1 - defaultDays);
  if (start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  if (end >= addCalendarMonths(start, maxMonths)) {
    throw new ShapeFailure([`end_date must be within ${maxMonths} months of start_date`]);
  }
  return { start, end };
}
