/** Days are texts (`2026-03-10`) everywhere, in UTC as the bills have them. */

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

export const formatDay = (day: string): string => dayFormat.format(new Date(day));
/** A moment in the reader's own time. */
export const formatMoment = (moment: string): string => momentFormat.format(new Date(moment));

/** The label of a bin on an axis. */
export function formatBin(start: string, bin: string): string {
  const date = new Date(start);
  if (bin === 'hour') return hourFormat.format(date);
  return bin === 'month' || bin === 'quarter' ? shortMonth.format(date) : shortDay.format(date);
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
export const today = (): string => isoDay(new Date());

export function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return isoDay(date);
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

export function addMonths(day: string, months: number): string {
  const date = new Date(firstOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + months);
  return isoDay(date);
}

/** The same day of another month, or the last one where that month is shorter. */
export function addCalendarMonths(day: string, months: number): string {
  const lastDay = addDays(addMonths(day, months + 1), -1);
  const wanted = `${addMonths(day, months).slice(0, 8)}${day.slice(8)}`;
  return wanted < lastDay ? wanted : lastDay;
}

export const lastOfMonth = (day: string): string => addDays(addMonths(day, 1), -1);

/** The last day of a bin. */
export function lastDayOf(start: string, bin: string): string {
  const day = start.slice(0, 10);
  if (bin === 'week') return addDays(day, 6);
  if (bin === 'month') return lastOfMonth(day);
  return bin === 'quarter' ? lastOfMonth(addMonths(day, 2)) : day;
}

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
