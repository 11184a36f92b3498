import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import {
  deriveDates,
  type NamedInterval,
  rangeOf,
  type ReportDates,
} from '../../costs/saved-reports/index.js';

/** Complete days up to yesterday. */
const days = { last_3_days: 3, last_7_days: 7, last_14_days: 14, last_30_days: 30 };

export type RelativeFlowInterval = keyof typeof days;

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

const resolve = (interval: NamedInterval, today: string): DateRange =>
  resolveFlowInterval(interval as RelativeFlowInterval, today);

/** The date range of a report, as of a given day. */
export const flowRangeOf = (report: ReportDates, today: string): DateRange =>
  rangeOf(report, today, resolve);

export const deriveFlowDates = deriveDates(resolve);
