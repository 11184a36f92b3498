import type { Context } from '../../../platform/kernel/context.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { daysIn } from '../../../platform/lib/days.js';
import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import {
  type ComparedRanges,
  comparedRanges,
  type Comparison,
  completeThroughOf,
  type CostQuery,
  type CostScope,
  coveredDays,
  readCosts,
} from '../../costs/query/index.js';
import { type CostParameters, resolveCostQuery } from './resolve-cost-query.js';

/** What series are compared with. */
export interface SeriesComparison {
  ranges: ComparedRanges;
  /** The days of the earlier range that costs have been imported for. */
  covered: DateRange;
  /** The query over both ranges; undefined unless costs of all days have been imported. */
  queries?: { current: CostQuery; previous: CostQuery };
}

/** The complete days of a range, and an earlier range to compare them with. */
export async function resolveComparison(
  ctx: Context,
  requested: CostParameters,
  compareTo: Comparison | DateRange | undefined,
  { scope, range, today }: { scope: CostScope; range: DateRange; today: string },
): Promise<SeriesComparison | undefined> {
  const completeThrough = completeThroughOf(scope, today);
  if (compareTo === undefined || completeThrough === null) return undefined;
  const ranges = comparedRanges(range, completeThrough, compareTo);
  if (ranges === undefined) return undefined;
  const covered = coveredDays(ranges.previous, scope, completeThrough);
  if (daysIn(covered) < daysIn(ranges.previous)) return { ranges, covered };
  const queryOf = async ({ start, end }: DateRange) => {
    const parameters = { ...requested, start_date: start, end_date: end };
    return (await resolveCostQuery(ctx, parameters, { limit: 1, offset: 0 })).query;
  };
  const [current, previous] = await Promise.all([
    queryOf(ranges.current),
    queryOf(ranges.previous),
  ]);
  return { ranges, covered, queries: { current, previous } };
}

/** The total of a range. */
export async function readTotal(costs: CostStore, query: CostQuery): Promise<string> {
  const { total } = await readCosts(costs, { ...query, groupings: [], dateBin: 'range' });
  return total.amount;
}
