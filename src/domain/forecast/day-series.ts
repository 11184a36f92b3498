import { formatDate } from '../../platform/lib/time.js';

/** Amounts of successive days. Days are counted from 1 January 1970. */
export interface DaySeries {
  firstDay: number;
  values: Float64Array;
}

const dayMilliseconds = 86_400_000;

export const dayNumber = (day: string) => Date.parse(day) / dayMilliseconds;
export const dayText = (day: number) => formatDate(new Date(day * dayMilliseconds));

/** 0 is Monday; the counted days begin with a Thursday. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

export const dayOfMonth = (day: number) => new Date(day * dayMilliseconds).getUTCDate();

export function daysInMonth(day: number): number {
  const date = new Date(day * dayMilliseconds);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The day after the last one. */
export const endOf = ({ firstDay, values }: DaySeries) => firstDay + values.length;

/** The part before a day, from the first day that has an amount and not longer than asked. */
export function historyBefore(series: DaySeries, end: number, mostDays: number): DaySeries {
  const known = series.values.subarray(0, Math.max(end - series.firstDay, 0));
  const begun = known.findIndex((value) => value !== 0);
  const start = Math.max(begun === -1 ? known.length : begun, known.length - mostDays);
  return { firstDay: series.firstDay + start, values: known.subarray(start) };
}
