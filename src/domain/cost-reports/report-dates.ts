import { ShapeFailure } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import {
  type DateInterval,
  type DateRange,
  matchesInterval,
  resolveInterval,
} from '../../platform/lib/date-intervals.js';

interface Sent {
  date_interval?: DateInterval;
  start_date?: string;
  end_date?: string;
  previous_period_start_date?: string;
  previous_period_end_date?: string;
}

type Stored = Pick<Row<'cost_reports'>, 'date_interval' | 'start_date' | 'end_date'>;

/** The date columns that a body decides; none where it says nothing about dates. */
export function dateColumns(sent: Sent, current: Stored | undefined, today: string) {
  const range = rangeColumns(sent, current, today);
  const previous = pair(sent, 'previous_period_start_date', 'previous_period_end_date');
  if (previous) {
    const { start, end } = previous;
    return { ...range, previous_period_start_date: start, previous_period_end_date: end };
  }
  // Dates that were chosen to be compared with one range mean nothing beside another.
  return range && current && !isSame(range, current)
    ? { ...range, previous_period_start_date: null, previous_period_end_date: null }
    : range;
}

function rangeColumns(sent: Sent, current: Stored | undefined, today: string): Stored | undefined {
  const { date_interval: interval } = sent;
  const dates = pair(sent, 'start_date', 'end_date');
  if (!interval || interval === 'custom') {
    if (dates) return { date_interval: 'custom', start_date: dates.start, end_date: dates.end };
    if (interval && current?.date_interval !== 'custom') {
      throw new ShapeFailure(['date_interval custom requires start_date and end_date']);
    }
    return undefined;
  }
  if (dates && !matchesInterval(interval, dates, today)) {
    throw new ShapeFailure([`start_date and end_date do not match ${interval}`]);
  }
  return { date_interval: interval, start_date: null, end_date: null };
}

function pair(sent: Sent, startField: keyof Sent, endField: keyof Sent): DateRange | undefined {
  const [start, end] = [sent[startField], sent[endField]];
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) {
    throw new ShapeFailure([`${startField} and ${endField} must be sent together`]);
  }
  if (start > end) throw new ShapeFailure([`${startField} must not be after ${endField}`]);
  return { start, end };
}

function isSame(range: Stored, current: Stored): boolean {
  return (
    range.date_interval === current.date_interval &&
    range.start_date === current.start_date &&
    range.end_date === current.end_date
  );
}

/** The days that a report is about, as of a day. */
export function rangeOf(report: Stored, today: string): DateRange {
  return report.date_interval === 'custom'
    ? { start: report.start_date!, end: report.end_date! }
    : resolveInterval(report.date_interval, today);
}
