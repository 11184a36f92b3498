import { formatDate } from '../../../platform/lib/time.js';

/** Amounts of consecutive days. Days are numbered from 1 January 1970. */
export interface DailySeries {
  firstDay: number;
  values: Float64Array;
}

const dayMilliseconds = 86_400_000;

/** The number of an ISO date. */
export const dayNumber = (date: string) => Date.parse(date) / dayMilliseconds;

/** The ISO date of a day number. */
export const isoDate = (day: number) => formatDate(new Date(day * dayMilliseconds));

/** 0 is Monday; day 0 was a Thursday. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

/** The day of the month, from 1. */
export const dayOfMonth = (day: number) => new Date(day * dayMilliseconds).getUTCDate();

/** The length of the month a day is in. */
export function daysInMonth(day: number): number {
  const date = new Date(day * dayMilliseconds);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The day after the last one. */
export const endOf = ({ firstDay, values }: DailySeries) => firstDay + values.length;

/** The last days before `end`, at most `maxDays` of them, without leading zeros. */
export function historyBefore(series: DailySeries, end: number, maxDays: number): DailySeries {
  const past = series.values.subarray(0, Math.max(end - series.firstDay, 0));
  const firstNonZero = past.findIndex((value) => value !== 0);
  const start = Math.max(firstNonZero === -1 ? past.length : firstNonZero, past.length - maxDays);
  return { firstDay: series.firstDay + start, values: past.subarray(start) };
}
