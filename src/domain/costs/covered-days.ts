import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import type { CostScope } from './cost-scope.js';

/** The days of a range that costs have been imported for. */
export function coveredDays(
  { start, end }: DateRange,
  { loads }: Pick<CostScope, 'loads'>,
  completeThrough: string,
): DateRange {
  const firstDay = loads.map(({ first }) => first).toSorted()[0] ?? end;
  return {
    start: firstDay > start ? firstDay : start,
    end: completeThrough < end ? completeThrough : end,
  };
}

/** How many of them there are. */
export const daysWithData = (
  range: DateRange,
  scope: Pick<CostScope, 'loads'>,
  completeThrough: string,
): number => daysIn(coveredDays(range, scope, completeThrough));
