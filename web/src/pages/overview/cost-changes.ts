import { seriesName } from '../../features/costs/groupings.js';
import type { Costs } from '../../features/costs/use-costs.js';
import type { Names } from '../../features/costs/use-names.js';
import { approximate, minus, sumOf } from '../../lib/decimal.js';

/** The costs of a group in the current and the previous period. */
export interface CostChange {
  name: string;
  current: string;
  previous: string;
  change: string;
}

/** The groups with costs in either period, the largest first. */
export function costChangesOf(
  currentCosts: Costs,
  previousCosts: Costs | undefined,
  grouping: string,
  names: Names,
): CostChange[] {
  const currentTotals = totalsOf(currentCosts, grouping, names);
  const previousTotals = previousCosts
    ? totalsOf(previousCosts, grouping, names)
    : new Map<string, string>();
  return [...new Set([...currentTotals.keys(), ...previousTotals.keys()])]
    .map((name) => {
      const current = currentTotals.get(name) ?? '0.0';
      const previous = previousTotals.get(name) ?? '0.0';
      return { name, current, previous, change: minus(current, previous) };
    })
    .toSorted((one, other) => approximate(other.current) - approximate(one.current));
}

function totalsOf(
  { costs, total_cost }: Costs,
  grouping: string,
  names: Names,
): Map<string, string> {
  const amounts = new Map<string, string[]>();
  for (const cost of costs) {
    if (cost.currency !== total_cost.currency) continue;
    const name = seriesName(cost, [grouping], names);
    amounts.set(name, [...(amounts.get(name) ?? []), cost.amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
