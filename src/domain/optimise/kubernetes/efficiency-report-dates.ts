import type { Row } from '../../../platform/kernel/rows.js';
import {
  type DateInterval,
  type DateRange,
  resolveInterval,
} from '../../../platform/lib/date-intervals.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';

interface DateFields {
  date_interval?: DateInterval;
  start_date?: string;
  end_date?: string;
}

type StoredRange = Pick<
  Row<'kubernetes_efficiency_reports'>,
  'date_interval' | 'start_date' | 'end_date'
>;

/** The date columns that a request body sets; undefined if it has no dates. */
export function dateColumns(
  { date_interval: interval, start_date: start, end_date: end }: DateFields,
  current: StoredRange | undefined,
): StoredRange | undefined {
  // Clients send back the dates of a named interval; these follow from it.
  if (interval !== undefined && interval !== 'custom') {
    return { date_interval: interval, start_date: null, end_date: null };
  }
  if (start === undefined && end === undefined) {
    if (interval === undefined || current?.date_interval === 'custom') return undefined;
    throw new ShapeFailure(['date_interval custom requires start_date and end_date']);
  }
  if (start === undefined || end === undefined) {
    throw new ShapeFailure(['start_date and end_date must be sent together']);
  }
  if (start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  return { date_interval: 'custom', start_date: start, end_date: end };
}

/** The date range of a report, as of a given day. */
export function rangeOf(report: StoredRange, today: string): DateRange {
  return report.date_interval === 'custom'
    ? { start: report.start_date!, end: report.end_date! }
    : resolveInterval(report.date_interval, today);
}
