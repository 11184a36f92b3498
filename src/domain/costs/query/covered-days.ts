import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { daysIn } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { CostScope } from './cost-scope.js';

/**
 * The days of a range that costs have been imported for. An integration that has all its bills had no
 * costs before its first ones; one that is still importing may have had some.
 */
export function coveredDays(
  { start, end }: DateRange,
  { loads }: Pick<CostScope, 'loads'>,
  completeThrough: string,
): DateRange {
  const firsts = loads.length > 0 ? [firstDayOf(loads), ...firstDaysOfImporting(loads)] : [];
  const firstDay = firsts.toSorted().at(-1) ?? end;
  return {
    start: firstDay > start ? firstDay : start,
    end: completeThrough < end ? completeThrough : end,
  };
}

const firstDayOf = (loads: CostScope['loads']): string =>
  loads.map(({ first }) => first).toSorted()[0]!;

function firstDaysOfImporting(loads: CostScope['loads']): string[] {
  const importing = groupBy(
    loads.filter(({ isImporting }) => isImporting),
    ({ integrationToken }) => integrationToken,
  );
  return [...importing.values()].map(firstDayOf);
}

/** How many of them there are. */
export const daysWithData = (
  range: DateRange,
  scope: Pick<CostScope, 'loads'>,
  completeThrough: string,
): number => daysIn(coveredDays(range, scope, completeThrough));
