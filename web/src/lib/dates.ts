import { addDays, firstOfMonth, lastOfMonth } from '../../../src/platform/lib/days.js';
import { formatDate } from '../../../src/platform/lib/time.js';

// Days are ISO strings such as `2026-03-10`, in UTC as in the bills.
export { addDays, firstOfMonth, lastOfMonth };

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const momentFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const shortDay = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const shortMonth = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const hourFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `10 Mar 2026` in the user's locale. */
export const formatDay = (day: string): string => dayFormat.format(new Date(day));
/** `10 – 31 Mar 2026` in the user's locale. */
export const formatDays = (start: string, end: string): string =>
  dayFormat.formatRange(new Date(start), new Date(end));
/** A date and time in the user's time zone. */
export const formatMoment = (moment: string): string => momentFormat.format(new Date(moment));

/** The label of a bin on an axis. */
export function formatBin(start: string, bin: string): string {
  const date = new Date(start);
  if (bin === 'hour') return hourFormat.format(date);
  return bin === 'month' || bin === 'quarter' ? shortMonth.format(date) : shortDay.format(date);
}

/** The current day in UTC. */
export const today = (): string => formatDate(new Date());

/** The last day of a bin. */
export function lastDayOf(start: string, bin: string): string {
  const day = start.slice(0, 10);
  if (bin === 'week') return addDays(day, 6);
  if (bin === 'month') return lastOfMonth(day);
  return bin === 'quarter' ? lastOfMonth(day, 2) : day;
}

/** The number of days from one day to another: 1 from 10 to 11 March. */
export const daysBetween = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000);

/** `3 hours ago` */
export function formatAgo(moment: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(moment)) / 60_000);
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 48 * 60) return relative.format(-Math.round(minutes / 60), 'hour');
  return relative.format(-Math.round(minutes / 1440), 'day');
}
