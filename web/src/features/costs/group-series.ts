import { approximate, minus, sumOf } from '../../lib/decimal.js';
import { otherName } from '../../lib/palette.js';
import { maxSeries, type Series } from '../../lib/series.js';
import { type GroupValue, groupName } from './groupings.js';
import type { CostSeries } from './use-cost-series.js';
import type { Names } from './use-names.js';

interface NamedGroup extends Series {
  group: Record<string, GroupValue>;
  change: CostSeries['total']['change'];
}

/** The groups of an answer with their names; without groupings, the total. */
export function namedGroups(
  { groups, total }: Omit<CostSeries, 'freshness'>,
  groupings: readonly string[],
  names: Names,
): NamedGroup[] {
  if (groupings.length === 0) {
    const { amount, amounts, change } = total;
    return [{ name: 'All costs', amounts, total: amount, group: {}, change }];
  }
  return groups.map(({ group: values, resource_name: resourceName, amount, amounts, change }) => {
    const group = values as Record<string, GroupValue>;
    const name = groupName(group, groupings, names, resourceName);
    return { name, amounts, total: amount, group, change };
  });
}

/** Whether a chart has anything to draw: groups that have disappeared have earlier costs alone. */
const hasCosts = ({ total, amounts }: Series): boolean =>
  [total, ...amounts].some((amount) => approximate(amount) !== 0);

/** Those that a chart draws; where no group has costs, all of them. */
const drawnOf = (series: Series[]): Series[] =>
  series.some(hasCosts) ? series.filter(hasCosts) : series;

/** What is left of the total without the groups that a chart shows; undefined where it shows every group. */
export function otherOf({
  groups,
  group_count: count,
  total,
}: Omit<CostSeries, 'freshness'>): Series | undefined {
  if (count <= maxSeries + 1) return undefined;
  const shown = groups.slice(0, maxSeries);
  const rest = (whole: string, parts: string[]) => minus(whole, sumOf(parts));
  return {
    name: otherName,
    amounts: total.amounts.map((amount, bin) =>
      rest(
        amount,
        shown.map(({ amounts }) => amounts[bin]!),
      ),
    ),
    total: rest(
      total.amount,
      shown.map(({ amount }) => amount),
    ),
  };
}

/** The largest groups with costs, and what is left of the total as all others. */
export function topGroups(costs: CostSeries, groupings: readonly string[], names: Names): Series[] {
  const named = namedGroups(costs, groupings, names);
  if (groupings.length === 0) return named;
  const other = otherOf(costs);
  return drawnOf(other ? [...named.slice(0, maxSeries), other] : named);
}
