import {
  type DateInterval,
  type DateRange,
  resolveInterval,
} from '../../../platform/lib/date-intervals.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import {
  deriveDates,
  type NamedInterval,
  rangeOf as rangeOfReport,
  type ReportDates,
} from '../../costs/saved-reports/index.js';

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

/** Lines of commitments arrive late, so the last two days are left out. */
const settledDays = 2;

/** The days of an interval. On 2025-01-27, `last_3_months` is 2024-10-01 to 2025-01-25. */
function resolveSettled(interval: NamedInterval, today: string): DateRange {
  if (interval === 'last_month') return resolveInterval('last_month', today);
  const end = addDays(today, -settledDays);
  const [, count, unit] = /^last_(\d+)_(days|months)$/.exec(interval) ?? [];
  if (unit === 'days') return { start: addDays(end, 1 - Number(count)), end };
  if (unit === 'months') return { start: firstOfMonth(today, -Number(count)), end };
  const { start } = resolveInterval(interval, today);
  return { start, end: end < start ? start : end };
}

/** The date range of a report, as of a given day. */
export const rangeOf = (report: ReportDates, today: string): DateRange =>
  rangeOfReport(report, today, resolveSettled);

export const deriveSettledDates = deriveDates(resolveSettled);
