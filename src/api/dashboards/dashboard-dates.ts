import { ShapeFailure } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import { type DateInterval, isRangeOf } from '../../platform/lib/date-intervals.js';

interface Sent {
  /** null takes it away. */
  date_interval?: DateInterval | null;
  start_date?: string;
  end_date?: string;
}

type Stored = Pick<Row<'dashboards'>, 'date_interval' | 'start_date' | 'end_date'>;

/** The date columns that a body decides; none where it says nothing about dates. */
export function dateColumns(sent: Sent, current: Stored | undefined, today: string) {
  const { date_interval: interval, start_date: start, end_date: end } = sent;
  if (start === undefined && end !== undefined) throw new ShapeFailure(['start_date is missing']);
  if (start !== undefined) return sentDates(interval ?? 'custom', start, end, today);
  if (interval === undefined) return {};
  if (interval !== 'custom') return { date_interval: interval, start_date: null, end_date: null };
  if (current?.date_interval === 'custom') return {};
  throw new ShapeFailure(['date_interval custom needs a start_date']);
}

function sentDates(
  interval: DateInterval,
  start: string,
  end: string | undefined,
  today: string,
): Stored {
  if (end !== undefined && start > end) {
    throw new ShapeFailure(['start_date must not be after end_date']);
  }
  if (interval === 'custom') {
    return { date_interval: 'custom', start_date: start, end_date: end ?? null };
  }
  if (end === undefined || !isRangeOf(interval, { start, end }, today)) {
    throw new ShapeFailure([`start_date and end_date are not those of ${interval}`]);
  }
  return { date_interval: interval, start_date: null, end_date: null };
}
