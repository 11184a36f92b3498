import type { Context } from '../../../platform/kernel/context.js';
import {
  type DateInterval,
  type DateRange,
  resolveInterval,
} from '../../../platform/lib/date-intervals.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import { formatDate } from '../../../platform/lib/time.js';

/** The dates of a saved report: a named interval, or the days of a custom one. */
export interface ReportDates {
  date_interval: DateInterval;
  start_date: string | null;
  end_date: string | null;
}

/** The same as a request body has them. */
export interface SentDates {
  date_interval?: DateInterval;
  start_date?: string;
  end_date?: string;
}

export type NamedInterval = Exclude<DateInterval, 'custom'>;

/** The days of a named interval, as of a given day. */
type ResolveInterval = (interval: NamedInterval, today: string) => DateRange;

/** The date columns that a request body sets; undefined if it has no dates. */
export function dateColumns(
  { date_interval: interval, start_date: start, end_date: end }: SentDates,
  current: ReportDates | undefined,
): ReportDates | undefined {
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
export function rangeOf(
  report: ReportDates,
  today: string,
  resolve: ResolveInterval = resolveInterval,
): DateRange {
  return report.date_interval === 'custom'
    ? { start: report.start_date!, end: report.end_date! }
    : resolve(report.date_interval, today);
}

/** Adds the days of its interval to a report, and whether its workspace started with it. */
export const deriveDates =
  (resolve?: ResolveInterval) => async (_rows: unknown, ctx: Pick<Context, 'now'>) => {
    const today = formatDate(ctx.now);
    return (row: ReportDates & { is_default: boolean }) => {
      const { start, end } = rangeOf(row, today, resolve);
      return { default: row.is_default, start_date: start, end_date: end };
    };
  };
