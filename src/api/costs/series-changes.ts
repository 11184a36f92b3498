import { z } from 'zod';
import {
  type ComparedRanges,
  comparedRanges,
  type Comparison,
} from '../../domain/costs/comparison.js';
import {
  type CostParameters,
  resolveCostQuery,
} from '../../domain/cost-reports/resolve-cost-query.js';
import type { CostScope } from '../../domain/costs/cost-scope.js';
import { readCosts } from '../../domain/costs/read-costs.js';
import { type GroupSeries, readGroupTotals } from '../../domain/costs/read-series.js';
import type { Context } from '../../platform/kernel/context.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import {
  Decimal,
  formatDecimal,
  subtractDecimals,
  sumDecimals,
} from '../../platform/lib/decimal.js';
import { completeThroughOf } from './freshness-headers.js';

export const CostChange = z
  .object({
    current: z.string().describe('Amount of the days that are compared.'),
    previous: z.string(),
    amount: z.string().describe('Current minus previous amount.'),
    percent: z
      .string()
      .nullable()
      .describe(
        'Change in percent, with two decimal places; null if there were no previous costs.',
      ),
  })
  .meta({ id: 'CostChange' });

export const CostComparison = z
  .object({
    start_date: z.string().describe('First day that is compared.'),
    end_date: z.string().describe('Last complete day that is compared.'),
    previous_start_date: z.string(),
    previous_end_date: z.string(),
    days: z.int().describe('Days of the previous range.'),
    days_with_data: z.int().describe('Those of them that costs have been imported for.'),
  })
  .meta({ id: 'CostComparison' });

type CostChange = z.output<typeof CostChange>;

/** How series changed from an earlier range. */
export interface SeriesChanges {
  comparison: z.output<typeof CostComparison> | null;
  total: CostChange | null;
  other: CostChange | null;
  /** By the key of a group. */
  groups: ReadonlyMap<string, CostChange>;
}

const noChanges: SeriesChanges = { comparison: null, total: null, other: null, groups: new Map() };

/**
 * Compares the complete days of a range with an earlier range. There are no changes if the earlier
 * range begins before the first costs or ends after the last complete day.
 */
export async function readChanges(
  ctx: Context,
  requested: CostParameters & { compare_to?: Comparison },
  { scope, range, today }: { scope: CostScope; range: DateRange; today: string },
  groups: readonly GroupSeries[],
): Promise<SeriesChanges> {
  const completeThrough = completeThroughOf(scope, today);
  if (requested.compare_to === undefined || completeThrough === null) return noChanges;
  const ranges = comparedRanges(range, completeThrough, requested.compare_to);
  if (ranges === undefined) return noChanges;
  const comparison = serializeComparison(ranges, scope, completeThrough);
  if (comparison.days_with_data < comparison.days) return { ...noChanges, comparison };
  const [current, previous] = await Promise.all([
    readTotals(ctx, requested, ranges.current, groups),
    readTotals(ctx, requested, ranges.previous, groups),
  ]);
  const changes = groups.map(
    ({ key }) => [key, changeOf(current.ofGroup(key), previous.ofGroup(key))] as const,
  );
  return {
    comparison,
    total: changeOf(current.total, previous.total),
    other: changeOf(current.other, previous.other),
    groups: new Map(changes),
  };
}

interface RangeTotals {
  total: string;
  other: string;
  ofGroup: (key: string) => string;
}

/** The total of a range, of some groups, and of all others. */
async function readTotals(
  ctx: Context,
  requested: CostParameters,
  { start, end }: DateRange,
  groups: readonly GroupSeries[],
): Promise<RangeTotals> {
  const parameters = { ...requested, start_date: start, end_date: end };
  const { query } = await resolveCostQuery(ctx, parameters, { limit: 1, offset: 0 });
  const { costs } = ctx.services;
  const [whole, ofGroups] = await Promise.all([
    readCosts(costs, { ...query, groupings: [], dateBin: 'range' }),
    readGroupTotals(costs, query, groups),
  ]);
  const total = whole.total.amount;
  const ofGroup = (key: string) => ofGroups.get(key) ?? '0';
  const other = subtractDecimals(total, sumDecimals(groups.map(({ key }) => ofGroup(key))));
  return { total, other, ofGroup };
}

/** How an amount changed from an earlier one. */
export function changeOf(current: string, previous: string): CostChange {
  const amount = subtractDecimals(current, previous);
  const hundredth = new Decimal(previous).abs().dividedBy(100);
  return {
    current: formatDecimal(current),
    previous: formatDecimal(previous),
    amount: formatDecimal(amount),
    percent: hundredth.isZero() ? null : new Decimal(amount).dividedBy(hundredth).toFixed(2),
  };
}

/** The compared ranges, and for how many days of the earlier one there are costs. */
export function serializeComparison(
  { current, previous }: ComparedRanges,
  { loads }: CostScope,
  completeThrough: string,
): z.output<typeof CostComparison> {
  const firstDay = loads.map(({ first }) => first).toSorted()[0] ?? previous.end;
  const covered = {
    start: firstDay > previous.start ? firstDay : previous.start,
    end: completeThrough < previous.end ? completeThrough : previous.end,
  };
  return {
    start_date: current.start,
    end_date: current.end,
    previous_start_date: previous.start,
    previous_end_date: previous.end,
    days: daysIn(previous),
    days_with_data: daysIn(covered),
  };
}
