import { formatDate } from './time.js';

// Calendar days as texts: `2024-07-03`. Texts compare as the days do.

const dayMilliseconds = 86_400_000;

export function addDays(day: string, days: number): string {
  return formatDate(new Date(Date.parse(day) + days * dayMilliseconds));
}

/** The 1st of the month of a day, or of one some months later. */
export function firstOfMonth(day: string, monthsLater = 0): string {
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + monthsLater);
  return formatDate(first);
}

export function lastOfMonth(day: string, monthsLater = 0): string {
  return addDays(firstOfMonth(day, monthsLater + 1), -1);
}

/** The same day of another month, or that month's last. 2024-03-31 less a month is 2024-02-29. */
export function addCalendarMonths(day: string, months: number): string {
  const wanted = firstOfMonth(day, months).slice(0, 8) + day.slice(8);
  const last = lastOfMonth(day, months);
  return wanted < last ? wanted : last;
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

/** 1 January, April, July or October. */
export function firstOfQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  return firstOfMonth(day, -((month - 1) % 3));
}
