import type { CalendarBin, DateRange } from './date-intervals.js';
import { addDays, firstOfMonth, firstOfQuarter, mondayOf } from './days.js';

/** The starts of all bins from a first to a last day, as costs are dated. */
export function binsOf(start: string, end: string, bin: CalendarBin): string[] {
  const bins: string[] = [];
  for (let at = startOfBin(start, bin); at <= end; at = nextBin(at, bin)) {
    if (bin === 'hour') bins.push(...hoursOf(at));
    else bins.push(at);
  }
  return bins;
}

/** The first day of the bin that a day belongs to. */
export function startOfBin(day: string, bin: CalendarBin): string {
  if (bin === 'week') return mondayOf(day);
  if (bin === 'month') return firstOfMonth(day);
  return bin === 'quarter' ? firstOfQuarter(day) : day;
}

function nextBin(at: string, bin: CalendarBin): string {
  if (bin === 'week') return addDays(at, 7);
  if (bin === 'month') return firstOfMonth(at, 1);
  return bin === 'quarter' ? firstOfMonth(at, 3) : addDays(at, 1);
}

/** The last day of the bin that begins at a start. */
export const lastDayOfBin = (start: string, bin: CalendarBin): string =>
  addDays(nextBin(start.slice(0, 10), bin), -1);

/** The days that a range has of a bin. */
export interface BinDays extends DateRange {
  /** Whether the bin has further days, which the range leaves out. */
  isPart: boolean;
}

/** The days that a range has of the bin that begins at a start: 20 to 31 October of October, if it begins on the 20th. */
export function daysInBin(startsAt: string, bin: CalendarBin, range: DateRange): BinDays {
  const first = startsAt.slice(0, 10);
  const last = lastDayOfBin(first, bin);
  const start = first < range.start ? range.start : first;
  const end = last > range.end ? range.end : last;
  return { start, end, isPart: start !== first || end !== last };
}

/** A bin as files name it: its start, or its days where a range has only a part of them. */
export function binInFiles(startsAt: string, bin: CalendarBin, range: DateRange): string {
  const { start, end, isPart } = daysInBin(startsAt, bin, range);
  return isPart ? `${start} to ${end}` : startsAt;
}

const hoursOf = (day: string): string[] =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`);
