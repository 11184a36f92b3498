import { ShapeFailure } from '../../../platform/lib/errors.js';
import type { Row } from '../../../platform/kernel/rows.js';
import {
  type DateInterval,
  type DateRange,
  matchesInterval,
} from '../../../platform/lib/date-intervals.js';

interface DateFields {
  date_interval?: DateInterval;
  start_date?: string;
  end_date?: string;
  previous_period_start_date?: string;
  previous_period_end_date?: string;
}

type StoredRange = Pick<Row<'cost_reports'>, 'date_interval' | 'start_date' | 'end_date'>;

/** The date columns that a request body sets; undefined if it has no dates. */
export function dateColumns(sent: DateFields, current: StoredRange | undefined, today: string) {
  const range = rangeColumns(sent, current, today);
  const previous = readPair(sent, 'previous_period_start_date', 'previous_period_end_date');
  if (previous) {
    const { start, end } = previous;
    return { ...range, previous_period_start_date: start, previous_period_end_date: end };
  }
  // A custom previous period belongs to the range it was chosen for.
  return range && current && !isSame(range, current)
    ? { ...range, previous_period_start_date: null, previous_period_end_date: null }
    : range;
}

function rangeColumns(
  sent: DateFields,
  current: StoredRange | undefined,
  today: string,
): StoredRange | undefined {
  const { date_interval: interval } = sent;
  const dates = readPair(sent, 'start_date', 'end_date');
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

function readPair(
  sent: DateFields,
  startField: keyof DateFields,
  endField: keyof DateFields,
): DateRange | undefined {
  const [start, end] = [sent[startField], sent[endField]];
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined) {
    throw new ShapeFailure([`${startField} and ${endField} must be sent together`]);
  }
  if (start > end) throw new ShapeFailure([`${startField} must not be after ${endField}`]);
  return { start, end };
}

function isSame(range: StoredRange, current: StoredRange): boolean {
  return (
    range.date_interval === current.date_interval &&
    range.start_date === current.start_date &&
    range.end_date === current.end_date
  );
}
