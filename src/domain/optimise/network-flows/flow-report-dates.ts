import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { ShapeFailure } from '../../../platform/lib/errors.js';
import { readDatePair } from './flow-groupings.js';

/** Complete days up to yesterday. */
const days = { last_3_days: 3, last_7_days: 7, last_14_days: 14, last_30_days: 30 };

export type RelativeFlowInterval = keyof typeof days;
type FlowInterval = RelativeFlowInterval | 'custom';

export const relativeFlowIntervals = [
  'last_3_days',
  'last_7_days',
  'last_14_days',
  'last_30_days',
] as const;
export const flowIntervals = [...relativeFlowIntervals, 'custom'] as const;

/** The range of an interval. On 2025-01-31, `last_7_days` is 2025-01-24 to 2025-01-30. */
export const resolveFlowInterval = (interval: RelativeFlowInterval, today: string): DateRange => ({
  start: addDays(today, -days[interval]),
  end: addDays(today, -1),
});

export interface StoredFlowDates {
  date_interval: string;
  start_date: string | null;
  end_date: string | null;
}

/** The date range of a report, as of a given day. */
export const flowRangeOf = (report: StoredFlowDates, today: string): DateRange =>
  report.date_interval === 'custom'
    ? { start: report.start_date!, end: report.end_date! }
    : resolveFlowInterval(report.date_interval as RelativeFlowInterval, today);

interface SentDates {
  date_interval?: FlowInterval | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The date columns that a request body sets; undefined if it has no dates. */
export function flowDateColumns(sent: SentDates): StoredFlowDates | undefined {
  const { date_interval: interval, start_date: start, end_date: end } = sent;
  if (interval !== undefined && interval !== 'custom') {
    return { date_interval: interval, start_date: null, end_date: null };
  }
  const dates = readDatePair(start, end);
  if (dates) return { date_interval: 'custom', start_date: dates.start, end_date: dates.end };
  if (interval === 'custom') {
    throw new ShapeFailure(['date_interval custom requires start_date and end_date']);
  }
  return undefined;
}
