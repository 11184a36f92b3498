import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import type { Periods } from './build-changes.js';
import { comparedRanges, type Comparison } from './comparison.js';
import type { CostScope } from './cost-scope.js';

/**
 * The periods to compare; undefined when no day of the range is complete. A range that the caller
 * chose is compared as it is, however many days it has.
 */
export function periodsOf(
  range: DateRange,
  completeThrough: string,
  compareWith: Comparison | DateRange,
): Periods | undefined {
  if (typeof compareWith === 'string') {
    const ranges = comparedRanges(range, completeThrough, compareWith);
    return ranges && { before: ranges.previous, after: ranges.current };
  }
  const end = range.end < completeThrough ? range.end : completeThrough;
  if (end < range.start) return undefined;
  return { before: compareWith, after: { start: range.start, end } };
}

/** How many days of a range costs have been imported for. */
export function daysWithData(
  { start, end }: DateRange,
  { loads }: Pick<CostScope, 'loads'>,
  completeThrough: string,
): number {
  const firstDay = loads.map(({ first }) => first).toSorted()[0] ?? end;
  return daysIn({
    start: firstDay > start ? firstDay : start,
    end: completeThrough < end ? completeThrough : end,
  });
}
