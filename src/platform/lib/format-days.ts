import type { DateRange } from './date-intervals.js';
import { lastOfMonth } from './days.js';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: string) => formatter.format(new Date(day));
};

const longDay = format({ day: 'numeric', month: 'long', year: 'numeric' });
const longMonth = format({ month: 'long', year: 'numeric' });
const dayAndMonth = format({ day: 'numeric', month: 'long' });

/** A day as `9 March 2026`. */
export const formatDay = longDay;

/** A month as `March 2026`. */
export const formatMonth = longMonth;

/** A day as `9 Mar`, for charts. */
export const formatShortDay = (day: string) => dayAndMonth(day).replace(/([A-Z]\w\w)\w*/, '$1');

/** Days as `9 March 2026`, `2–8 March 2026`, `23 February – 1 March 2026` or `March 2026`. */
export function formatDays({ start, end }: DateRange): string {
  if (start === end) return longDay(end);
  if (start.endsWith('-01') && end === lastOfMonth(start)) return longMonth(start);
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${longDay(end)}`;
  const first = start.slice(0, 4) === end.slice(0, 4) ? dayAndMonth(start) : longDay(start);
  return `${first} – ${longDay(end)}`;
}
