import {
  type DateInterval,
  type DateRange,
  resolveInterval,
} from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';

/** Intervals of commitment reports; those of the future make no sense here. */
export const reportIntervals = [
  'this_month',
  'last_7_days',
  'last_30_days',
  'last_month',
  'last_3_months',
  'last_6_months',
  'custom',
  'last_12_months',
  'last_24_months',
  'last_36_months',
  'year_to_date',
  'last_3_days',
  'last_14_days',
] as const satisfies readonly DateInterval[];

interface StoredRange {
  date_interval: DateInterval;
  start_date: string | null;
  end_date: string | null;
}

interface SentDates {
  date_interval?: (typeof reportIntervals)[number];
  start_date?: string;
  end_date?: string;
}

/** The date columns that a request body sets; undefined if it sets none. */
export function dateColumns(sent: SentDates, current?: StoredRange): StoredRange | undefined {
  const { date_interval: interval, start_date: start, end_date: end } = sent;
  if (interval !== undefined && interval !== 'custom') {
    return { date_interval: interval, start_date: null, end_date: null };
  }
  if (start === undefined && end === undefined) {
    if (interval === 'custom' && current?.date_interval !== 'custom') {
      throw new ShapeFailure(['date_interval custom requires start_date and end_date']);
    }
    return undefined;
  }
  if (start === undefined || end === undefined) {
    throw new ShapeFailure(['start_date and end_date must be sent together']);
  }
  if (start > end) throw new ShapeFailure(['start_date must not be after end_date']);
  return { date_interval: 'custom', start_date: start, end_date: end };
}

/** Lines of commitments arrive late, so the last two days are left out. */
const settledDays = 2;

/**
 * The date range of a report, as of a given day. On 2025-01-27, `last_3_months` is 2024-10-01 to
 * 2025-01-25.
 */
export function rangeOf(report: StoredRange, today: string): DateRange {
  const { date_interval: interval } = report;
  if (interval === 'custom') return { start: report.start_date!, end: report.end_date! };
  if (interval === 'last_month') return resolveInterval('last_month', today);
  const end = addDays(today, -settledDays);
  const [, count, unit] = /^last_(\d+)_(days|months)$/.exec(interval) ?? [];
  if (unit === 'days') return { start: addDays(end, 1 - Number(count)), end };
  if (unit === 'months') return { start: firstOfMonth(today, -Number(count)), end };
  const { start } = resolveInterval(interval, today);
  return { start, end: end < start ? start : end };
}
