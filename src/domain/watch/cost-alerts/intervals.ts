import type { CostAlertInterval } from '../../../platform/store/tables.js';
import { addDays, firstOfMonth, firstOfQuarter } from '../../../platform/lib/days.js';

/** Complete intervals that are tested again, because bills arrive late and are restated. */
const retested: Record<CostAlertInterval, number> = { day: 7, week: 2, month: 1, quarter: 1 };

/** Intervals before the running one that can be tested, however late the bills are. */
const maxAge: Record<CostAlertInterval, number> = { day: 35, week: 6, month: 2, quarter: 1 };

/** The first day of the interval that a day is in; weeks begin on Sunday. */
export function startOfInterval(interval: CostAlertInterval, day: string): string {
  if (interval === 'week') return addDays(day, -new Date(day).getUTCDay());
  if (interval === 'month') return firstOfMonth(day);
  return interval === 'quarter' ? firstOfQuarter(day) : day;
}

/** The first day of the interval that begins a number of intervals later. */
export function shiftInterval(interval: CostAlertInterval, start: string, by: number): string {
  if (interval === 'day') return addDays(start, by);
  if (interval === 'week') return addDays(start, 7 * by);
  return firstOfMonth(start, interval === 'month' ? by : 3 * by);
}

/** The last day of the interval that begins on a day. */
export const endOfInterval = (interval: CostAlertInterval, start: string): string =>
  addDays(shiftInterval(interval, start, 1), -1);

/** The first day of the last interval that ends by a day. */
export function lastCompleteInterval(interval: CostAlertInterval, through: string): string {
  const start = startOfInterval(interval, through);
  return endOfInterval(interval, start) <= through ? start : shiftInterval(interval, start, -1);
}

/** What is known today: costs are complete through a day, null if there are none. */
export interface Knowledge {
  today: string;
  completeThrough: string | null;
}

/** The first days of the intervals that are tested: the last complete ones, and all later ones. */
export function testedIntervals(
  interval: CostAlertInterval,
  { today, completeThrough }: Knowledge,
): string[] {
  if (completeThrough === null) return [];
  const running = startOfInterval(interval, today);
  const lastComplete = lastCompleteInterval(interval, completeThrough);
  const first = shiftInterval(interval, lastComplete, 1 - retested[interval]);
  const earliest = shiftInterval(interval, running, -maxAge[interval]);
  const starts: string[] = [];
  let start = first > earliest ? first : earliest;
  for (; start <= running; start = shiftInterval(interval, start, 1)) starts.push(start);
  return starts;
}

/** The first day whose costs the tests can need: the earliest interval is compared with the one before it. */
export function firstDayNeeded(interval: CostAlertInterval, today: string): string {
  return shiftInterval(interval, startOfInterval(interval, today), -maxAge[interval] - 1);
}
