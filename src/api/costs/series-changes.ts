import { z } from 'zod';
import type { ComparedRanges, CostSeries, GroupSeries } from '../../domain/costs/query/index.js';
import {
  type CostParameters,
  readTotal,
  type SeriesComparison,
} from '../../domain/reports/cost-reports/index.js';
import type { Context } from '../../platform/kernel/context.js';
import type { CalendarBin, DateRange } from '../../platform/lib/date-intervals.js';
import { daysIn } from '../../platform/lib/days.js';
import {
  Decimal,
  formatDecimal,
  subtractDecimals,
  sumDecimals,
} from '../../platform/lib/decimal.js';
import { CostComparisonBin, readEarlierBins } from './earlier-bins.js';
import { PartialTags, partialTags } from './partial-tags.js';

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

const comparedDays = {
  start_date: z.string().describe('First day that is compared.'),
  end_date: z.string().describe('Last complete day that is compared.'),
  previous_start_date: z.string(),
  previous_end_date: z.string(),
  current_days: z
    .int()
    .describe('Days of the current range; differs from days for months and chosen ranges.'),
  days: z.int().describe('Days of the previous range.'),
  days_with_data: z.int().describe('Those of them that costs have been imported for.'),
};

/** The compared ranges, and for how many days of the earlier one there are costs. */
export const ComparedDays = z.object(comparedDays).meta({ id: 'ComparedDays' });

export const CostComparison = z
  .object({
    ...comparedDays,
    bins: z
      .array(CostComparisonBin.nullable())
      .describe(
        'Previous total of every bin; null where no day is compared or costs have not been imported.',
      ),
    partial_tags: PartialTags,
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

type Compared = NonNullable<GroupSeries['compared']>;

const noChanges: SeriesChanges = { comparison: null, total: null, other: null, groups: new Map() };

/**
 * Compares series with an earlier range. There are no changes if the earlier range begins before
 * the first costs or ends after the last complete day.
 */
export async function readChanges(
  ctx: Context,
  requested: CostParameters,
  compared: SeriesComparison | undefined,
  { bins, groups, dateBin }: CostSeries & { dateBin: CalendarBin },
): Promise<SeriesChanges> {
  if (compared === undefined) return noChanges;
  const { ranges, covered, queries } = compared;
  const { costs } = ctx.services;
  const [earlierBins, current, previous] = await Promise.all([
    readEarlierBins(ctx, requested, ranges, covered, { starts: bins, bin: dateBin }),
    queries && readTotal(costs, queries.current),
    queries && readTotal(costs, queries.previous),
  ]);
  const comparison = {
    ...serializeDays(ranges, covered),
    bins: earlierBins,
    ...(queries && partialTags(queries.previous, ranges.previous.start)),
  };
  if (current === undefined || previous === undefined) return { ...noChanges, comparison };
  const changes = groups.flatMap(({ key, compared: totals }) => (totals ? [{ key, totals }] : []));
  return {
    comparison,
    total: changeOf(current, previous),
    other: restOf(
      { current, previous },
      changes.map(({ totals }) => totals),
    ),
    groups: new Map(
      changes.map(({ key, totals }) => [key, changeOf(totals.current, totals.previous)]),
    ),
  };
}

/** What is left of a change without those of some groups. */
function restOf(total: Compared, groups: readonly Compared[]): CostChange {
  const rest = (side: keyof Compared) =>
    subtractDecimals(total[side], sumDecimals(groups.map((group) => group[side])));
  return changeOf(rest('current'), rest('previous'));
}

/** How an amount changed from an earlier one. */
export function changeOf(current: string, previous: string): CostChange {
  const amount = subtractDecimals(current, previous);
  return {
    current: formatDecimal(current),
    previous: formatDecimal(previous),
    amount: formatDecimal(amount),
    percent: percentOf(amount, previous),
  };
}

/** A change in percent of the previous amount; null if that is zero. */
export function percentOf(change: string, previous: string): string | null {
  const hundredth = new Decimal(previous).abs().dividedBy(100);
  return hundredth.isZero() ? null : new Decimal(change).dividedBy(hundredth).toFixed(2);
}

export const serializeDays = (
  { current, previous }: ComparedRanges,
  covered: DateRange,
): z.output<typeof ComparedDays> => ({
  start_date: current.start,
  end_date: current.end,
  previous_start_date: previous.start,
  previous_end_date: previous.end,
  current_days: daysIn(current),
  days: daysIn(previous),
  days_with_data: daysIn(covered),
});
