import { lastDayOfBin } from '../../../src/platform/lib/bins.js';
import type { CalendarBin } from '../../../src/platform/lib/date-intervals.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../../src/platform/lib/days.js';
import { formatDate } from '../../../src/platform/lib/time.js';

// Days are ISO strings such as `2026-03-10`, in UTC as in the bills.
export { addDays, firstOfMonth, lastOfMonth };

/** The formats of days and times in a locale; without one, that of the browser. Nothing else formats dates. */
export function dateFormats(locale?: string) {
  // Days are those of the bills, in UTC.
  const utc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const day = utc({ dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const shortDay = utc({ day: 'numeric', month: 'short' });
  const shortMonth = utc({ month: 'short', year: 'numeric' });
  const hour = utc({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    /** `10 Mar 2026` in the user's locale. */
    formatDay: (text: string): string => day.format(new Date(text)),

    /** `Mar 1 – 31, 2026` */
    formatDateRange: (first: string, last: string): string =>
      day.formatRange(new Date(first), new Date(last)),

    /** `Mar 1 – 31`, where the year is beside it. */
    formatShortRange: (first: string, last: string): string =>
      shortDay.formatRange(new Date(first), new Date(last)),

    /** A date and time in the user's time zone. */
    formatMoment: (text: string): string => moment.format(new Date(text)),

    /** The label of a bin on an axis. */
    formatBin: (start: string, bin: string): string => {
      const date = new Date(start);
      if (bin === 'hour') return hour.format(date);
      return bin === 'month' || bin === 'quarter' ? shortMonth.format(date) : shortDay.format(date);
    },

    /** `3 hours ago` */
    formatAgo: (text: string, now = Date.now()): string => {
      const minutes = Math.round((now - Date.parse(text)) / 60_000);
      if (minutes < 60) return relative.format(-minutes, 'minute');
      if (minutes < 48 * 60) return relative.format(-Math.round(minutes / 60), 'hour');
      return relative.format(-Math.round(minutes / 1440), 'day');
    },
  };
}

export const { formatDay, formatDateRange, formatShortRange, formatMoment, formatBin, formatAgo } =
  dateFormats();

/** The current day in UTC. */
export const today = (): string => formatDate(new Date());

/** The bin of the API: sums of the console that are cumulative have those of days. */
export const calendarBin = (bin: string) => (bin === 'cumulative' ? 'day' : bin) as CalendarBin;

/** The last day of a bin. */
export const lastDayOf = (start: string, bin: string): string =>
  lastDayOfBin(start, calendarBin(bin));

/** The number of days from one day to another: 1 from 10 to 11 March. */
export const daysBetween = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000);
