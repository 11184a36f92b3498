import type { CalendarBin, DateRange } from '../../platform/lib/date-intervals.js';
import {
  addDays,
  firstOfMonth,
  firstOfQuarter,
  lastOfMonth,
  mondayOf,
} from '../../platform/lib/days.js';

/** The granularity of a query: a calendar period, or the whole range as one bin. */
export type QueryBin = CalendarBin | 'range';

/** SQL of the start of a row's bin. */
export const binSql: Readonly<Record<QueryBin, string>> = {
  hour: 'toStartOfHour(charge_start)',
  day: 'usage_date',
  week: 'toMonday(usage_date)',
  month: 'toStartOfMonth(usage_date)',
  quarter: 'toStartOfQuarter(usage_date)',
  range: '{start_date:Date}',
};

/** The days of the bin that starts at a timestamp; undefined when no bin starts there. */
export function rangeOfBin(bin: CalendarBin, startsAt: string): DateRange | undefined {
  const start = startsAt.slice(0, 10);
  const bins: Record<CalendarBin, [start: string, end: string]> = {
    hour: [start, start],
    day: [start, start],
    week: [mondayOf(start), addDays(mondayOf(start), 6)],
    month: [firstOfMonth(start), lastOfMonth(start)],
    quarter: [firstOfQuarter(start), lastOfMonth(firstOfQuarter(start), 2)],
  };
  const [first, last] = bins[bin];
  return first === start ? { start: first, end: last } : undefined;
}
