import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { usedVirtualTags } from './build-from-clause.js';
import { clampToDateType, type CostQuery, endOf, needsLines, rollupOf } from './cost-query.js';
import { splitsByUnit } from './group-columns.js';
import { largestRollup, type Rollup } from './rollups.js';

/** A table, and the part of a query that is read from it. */
export type TableScan =
  | { table: 'lines' }
  | {
      table: Rollup;
      /** Whether the amounts of days are read, or only those of whole months. */
      by: 'day' | 'month';
      /** SQL condition on the months; absent when all are read. */
      months?: Sql;
    };

/**
 * Chooses the smallest tables that can answer a query: the lines only for hours, otherwise the smallest
 * rollup with all columns that the query uses. Where the result has no daily detail, the amounts of
 * days are read only for months that it includes in part.
 */
export function chooseTables(query: CostQuery): TableScan[] {
  if (needsLines(query)) return [{ table: 'lines' }];
  const table = chooseRollup(query);
  const months = needsDays(query) ? undefined : wholeMonths(query);
  if (months === undefined) return [{ table, by: 'day' }];
  const [from, to] = [clampToDateType(months.from), clampToDateType(months.to)];
  if (from === clampToDateType(query.startDate) && to === clampToDateType(endOf(query))) {
    return [{ table, by: 'month' }];
  }
  const [first, end] = [sql.literal(from), sql.literal(to)];
  return [
    { table, by: 'month', months: sql`month >= ${first} AND month < ${end}` },
    { table, by: 'day', months: sql`(month < ${first} OR month >= ${end})` },
  ];
}

function chooseRollup(query: CostQuery): Rollup {
  const { condition, groupings } = query;
  return largestRollup([
    rollupOf(condition, groupings),
    ...(splitsByUnit(query) ? ['usage_costs' as const] : []),
    ...usedVirtualTags(query).map(({ needsResources }) =>
      needsResources ? 'resource_costs' : condition.tagRollup,
    ),
  ]);
}

function needsDays(query: CostQuery): boolean {
  const { dateBin, conversion } = query;
  return (
    dateBin === 'day' ||
    dateBin === 'week' ||
    (conversion.factors.length > 0 && conversion.method === 'daily') ||
    usedVirtualTags(query).some(({ variesByDay }) => variesByDay)
  );
}

/** The 1st of the first whole month, and the 1st after the last. */
function wholeMonths(query: CostQuery): { from: string; to: string } | undefined {
  const from = firstOfMonth(addDays(query.startDate, -1), 1);
  const to = firstOfMonth(endOf(query));
  return from < to ? { from, to } : undefined;
}
