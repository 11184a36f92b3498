import { requireDateOrder } from '../../platform/kernel/date-order.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import { type DateInterval, matchesInterval } from '../../platform/lib/date-intervals.js';

interface RequestedDates {
  /** null clears it. */
  date_interval?: DateInterval | null;
  start_date?: string;
  end_date?: string;
}

type Stored = Pick<Row<'dashboards'>, 'date_interval' | 'start_date' | 'end_date'>;

/** The date columns to store for a request body; none if it does not mention dates. */
export function dateColumns(requested: RequestedDates, current: Stored | undefined, today: string) {
  const { date_interval: interval, start_date: start, end_date: end } = requested;
  if (start === undefined && end !== undefined) throw new ShapeFailure(['start_date is missing']);
  if (start !== undefined) return columnsFor(interval ?? 'custom', start, end, today);
  if (interval === undefined) return {};
  if (interval !== 'custom') return { date_interval: interval, start_date: null, end_date: null };
  if (current?.date_interval === 'custom') return {};
  throw new ShapeFailure(['date_interval custom requires a start_date']);
}

function columnsFor(
  interval: DateInterval,
  start: string,
  end: string | undefined,
  today: string,
): Stored {
  requireDateOrder(start, end);
  if (interval === 'custom') {
    return { date_interval: 'custom', start_date: start, end_date: end ?? null };
  }
  if (end === undefined || !matchesInterval(interval, { start, end }, today)) {
    throw new ShapeFailure([`start_date and end_date do not match ${interval}`]);
  }
  return { date_interval: interval, start_date: null, end_date: null };
}
