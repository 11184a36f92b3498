const millisecondsPerDay = 86_400_000;

/** Whether more than so many days have passed since then. After exactly that many it is not. */
export function isOlderThan(then: Date, days: number, now: Date): boolean {
  return now.getTime() - then.getTime() > days * millisecondsPerDay;
}

/** Whole days from the day of a point in time to a later day, `YYYY-MM-DD`; negative when past. */
export function daysUntil(day: string, now: Date): number {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return Math.round((Date.parse(day) - today) / millisecondsPerDay);
}
