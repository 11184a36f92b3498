import { seriesName } from '../../features/costs/groupings.js';
import type { Costs } from '../../features/costs/use-costs.js';
import type { Names } from '../../features/costs/use-names.js';
import { approximate, minus, sumOf } from '../../lib/decimal.js';

/** What something costs now and cost before. */
export interface Move {
  name: string;
  now: string;
  before: string;
  change: string;
}

/** Everything that costs or did cost, the dearest first. */
export function movesOf(
  now: Costs,
  before: Costs | undefined,
  grouping: string,
  names: Names,
): Move[] {
  const [current, earlier] = [
    totals(now, grouping, names),
    before ? totals(before, grouping, names) : new Map<string, string>(),
  ];
  return [...new Set([...current.keys(), ...earlier.keys()])]
    .map((name) => {
      const [amount, past] = [current.get(name) ?? '0.0', earlier.get(name) ?? '0.0'];
      return { name, now: amount, before: past, change: minus(amount, past) };
    })
    .toSorted((one, other) => approximate(other.now) - approximate(one.now));
}

function totals({ costs, total_cost }: Costs, grouping: string, names: Names): Map<string, string> {
  const amounts = new Map<string, string[]>();
  for (const cost of costs) {
    if (cost.currency !== total_cost.currency) continue;
    const name = seriesName(cost, [grouping], names);
    amounts.set(name, [...(amounts.get(name) ?? []), cost.amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
