import { formatDate } from './time.js';

// Calendar days are ISO strings such as `2024-07-03`, which sort chronologically.

const millisecondsPerDay = 86_400_000;

/** The day a number of days later. */
export function addDays(day: string, days: number): string {
  return formatDate(new Date(Date.parse(day) + days * millisecondsPerDay));
}

/** The number of days from a first to a last day, both included; 0 when the last one is earlier. */
export function daysIn({ start, end }: { start: string; end: string }): number {
  return Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / millisecondsPerDay) + 1);
}

/** The first day of the month of a day, or of a month later. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + monthsLater);
  return formatDate(first);
}

/** The last day of the month of a day, or of a month later. */
export function lastOfMonth(day: string, monthsLater = 0): string {
  return addDays(firstOfMonth(day, monthsLater + 1), -1);
}

/** The same day of another month, capped at its last day: 2024-03-31 minus one month is 2024-02-29. */
export function addCalendarMonths(day: string, months: number): string {
  const sameDay = firstOfMonth(day, months).slice(0, 8) + day.slice(8);
  const last = lastOfMonth(day, months);
  return sameDay < last ? sameDay : last;
}

/** The Monday of the week that a day is in. */
export function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

/** The first day of the quarter that a day is in. */
export function firstOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  return firstOfMonth(day, -((month - 1) % 3));
}
