import { addDays, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import type { CostPlan, Months, RollupScan, TableScan } from './cost-plan.js';
import { clampToDateType, endOf, needsLines, rollupOf } from './cost-query.js';
import { largestRollup, type Rollup } from './rollups.js';

/** What of a plan is known before its tables are. */
type Draft = Omit<CostPlan, 'scans'>;

/**
 * Chooses the smallest tables that can answer a query: the lines only for hours, otherwise the smallest
 * rollup with all columns that the query uses. Where the result has no daily detail, the amounts of
 * days are read only for months that it includes in part.
 */
export function chooseTables(plan: Draft): TableScan[] {
  const { query, firstDay, endDay } = plan;
  if (needsLines(query)) return [{ table: 'lines' }];
  const table = chooseRollup(plan);
  const ofDays: RollupScan = { table, sums: sumsOfDays(plan) };
  const months = needsDays(plan) ? undefined : wholeMonths(plan);
  if (months === undefined) return [ofDays];
  if (months.from === firstDay && months.to === endDay) return [{ table, sums: 'month' }];
  return [
    { table, months, sums: 'month' },
    { ...ofDays, months: { ...months, areOthers: true } },
  ];
}

function chooseRollup({ query: { condition, groupings }, byUnit, virtualTags }: Draft): Rollup {
  return largestRollup([
    rollupOf(condition, groupings),
    ...(byUnit ? ['usage_costs' as const] : []),
    ...virtualTags.map(({ needsResources }) =>
      needsResources ? 'resource_costs' : condition.tagRollup,
    ),
  ]);
}

function needsDays({ query: { dateBin, conversion }, currencies, virtualTags }: Draft): boolean {
  return (
    dateBin === 'day' ||
    dateBin === 'week' ||
    (currencies === 'converted' && conversion.method === 'daily') ||
    virtualTags.some(({ variesByDay }) => variesByDay)
  );
}

/** The 1st of the first whole month, and the 1st after the last. */
function wholeMonths({ query }: Draft): Months | undefined {
  const from = firstOfMonth(addDays(query.startDate, -1), 1);
  const to = firstOfMonth(endOf(query));
  return from < to ? { from: clampToDateType(from), to: clampToDateType(to) } : undefined;
}

/** Days are summed as arrays where what counts of a row is the same for all days of a month. */
function sumsOfDays(plan: Draft): RollupScan['sums'] {
  const { query, rowTags, sumTags, virtualTags, currencies, byUnit, onlyBin } = plan;
  const canSumArrays =
    query.condition.weight === null &&
    rowTags.every(({ allocation }) => allocation === undefined) &&
    virtualTags.every(({ joinsByDay }) => !joinsByDay);
  if (!canSumArrays) return 'day';
  const countAlike = currencies !== 'converted' && !byUnit && sumTags.length === 0;
  return countAlike && isPartOfMonth(plan) && onlyBin !== undefined ? 'part-of-month' : 'days';
}

/** Whether a query counts some days of one month, so that the others need not be summed. */
export function isPartOfMonth({ query }: Pick<CostPlan, 'query'>): boolean {
  const lastDay = addDays(endOf(query), -1);
  const isOneMonth = firstOfMonth(query.startDate) === firstOfMonth(lastDay);
  const isWhole =
    query.startDate === firstOfMonth(query.startDate) && lastDay === lastOfMonth(lastDay);
  return isOneMonth && !isWhole;
}
