import { approximate, compareDecimals } from '../../lib/decimal.js';
import { formatMoney } from '../../lib/money.js';
import { Sparkline } from '../../parts/Sparkline.js';
import type { Resource } from './resource.js';
import { costDays } from './ResourceCost.js';

/** The daily cost of a resource over the days of its cost. */
export function CostTrend({ resource: { daily_costs: costs, summary } }: { resource: Resource }) {
  if (!costs || !summary) return <span title="No line of a bill names it">–</span>;
  const [low, high] = [
    costs.toSorted(compareDecimals)[0]!,
    costs.toSorted(compareDecimals).at(-1)!,
  ];
  const money = (amount: string) => formatMoney(amount, summary.currency);
  const text = `${money(low)} to ${money(high)} per day, ${costDays(summary)}`;
  return (
    <span role="img" aria-label={text} title={text} className="cost-trend">
      <Sparkline values={costs.map(approximate)} />
    </span>
  );
}
