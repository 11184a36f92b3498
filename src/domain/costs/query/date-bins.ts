import type { CalendarBin, DateRange } from '../../../platform/lib/date-intervals.js';
import {
  addDays,
  firstOfMonth,
  firstOfQuarter,
  lastOfMonth,
  mondayOf,
} from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';

/** The granularity of a query: a calendar period, or the whole range as one bin. */
export type QueryBin = CalendarBin | 'range';

/** SQL of the start of a row's calendar period. */
export const binSql: Readonly<Record<CalendarBin, Sql>> = {
  hour: sql`toStartOfHour(charge_start)`,
  day: sql`usage_date`,
  week: sql`toMonday(usage_date)`,
  month: sql`toStartOfMonth(usage_date)`,
  quarter: sql`toStartOfQuarter(usage_date)`,
};

/** The days of the bin that starts at a timestamp; undefined when no bin starts there. */
export function rangeOfBin(bin: CalendarBin, startsAt: string): DateRange | undefined {
  const days = daysOfBin(bin, startsAt);
  return days.start === startsAt.slice(0, 10) ? days : undefined;
}

/** The days of the bin that contains a timestamp. */
export function daysOfBin(bin: CalendarBin, timestamp: string): DateRange {
  const day = timestamp.slice(0, 10);
  const bins: Record<CalendarBin, [start: string, end: string]> = {
    hour: [day, day],
    day: [day, day],
    week: [mondayOf(day), addDays(mondayOf(day), 6)],
    month: [firstOfMonth(day), lastOfMonth(day)],
    quarter: [firstOfQuarter(day), lastOfMonth(firstOfQuarter(day), 2)],
  };
  const [start, end] = bins[bin];
  return { start, end };
}
