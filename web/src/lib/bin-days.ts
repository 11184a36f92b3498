import { type BinDays, binInFiles, daysInBin } from '../../../src/platform/lib/bins.js';
import type { DateRange } from '../../../src/platform/lib/date-intervals.js';
import { calendarBin, formatBin, formatDateRange, formatDay } from './dates.js';

// What a range leaves of a bin, and what the bin is called then.

/** The days that a range has of a bin. */
export const daysOfBin = (start: string, bin: string, range: DateRange): BinDays =>
  daysInBin(start, calendarBin(bin), range);

/** `Oct 2026`, or `Oct 20 – 31, 2026` where the range has only these days of it. */
export function binLabel(start: string, bin: string, range: DateRange | undefined): string {
  const days = range && daysOfBin(start, bin, range);
  return days?.isPart ? formatDateRange(days.start, days.end) : formatBin(start, bin);
}

/** The bin as a heading: `Week of Oct 19, 2026`, or `Oct 20 – 25, 2026, part of a week`. */
export function binTitle(start: string, bin: string, range: DateRange | undefined): string {
  if (range && daysOfBin(start, bin, range).isPart) {
    return `${binLabel(start, bin, range)}, part of a ${bin}`;
  }
  if (bin === 'day' || bin === 'cumulative') return formatDay(start);
  return bin === 'week' ? `Week of ${formatDay(start)}` : formatBin(start, bin);
}

/** The bins that a range has only a part of: at most the first and the last one. */
export const partsOf = (bins: readonly string[], bin: string, range: DateRange): string[] =>
  bins.filter((start) => daysOfBin(start, bin, range).isPart);

/** The bin in a file. */
export const binInFile = (start: string, bin: string, range: DateRange): string =>
  binInFiles(start, calendarBin(bin), range);

/**
 * The bins of a trend: those that the range has all days of, and whose days are complete. Parts of a month
 * would look like drops.
 */
export function wholeBins(
  bins: readonly string[],
  bin: string,
  range: DateRange,
  completeThrough: string | null,
): boolean[] {
  return bins.map((start) => {
    const { end, isPart } = daysOfBin(start, bin, range);
    return !isPart && completeThrough !== null && end <= completeThrough;
  });
}
