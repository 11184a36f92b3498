import { useMemo } from 'react';
import { today } from '../../lib/dates.js';
import { runningSums, sumOf } from '../../lib/decimal.js';
import { coloursOf } from '../../lib/palette.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import { binsOf } from '../costs/bins.js';
import { type GroupValue, groupOf, seriesName } from '../costs/groupings.js';
import type { Cost, Costs } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';
import type { Question } from './question.js';

export interface Shown {
  bins: string[];
  /** Every series, the largest first. */
  all: Series[];
  /** What the chart draws: the largest, and the rest as one. */
  drawn: Series[];
  colours: Map<string, string>;
  /** The values that a series stands for, as the API spells them. */
  groups: Map<string, Record<string, GroupValue>>;
}

/** Costs as series over the bins of the question. */
export function useSeries(question: Question, costs: Costs, names: Names): Shown {
  const { start, end, bin } = question;
  return useMemo(() => {
    const bins = binsOf(start, end, bin === 'cumulative' ? 'day' : bin);
    const begun = bins.filter((each) => each.slice(0, 10) <= today()).length;
    const named = namedCosts(question, costs, names);
    const all = seriesOf(pointsOf(question, costs, named), bins).map((series) => ({
      ...series,
      // Days to come are no days without costs.
      amounts: series.amounts.slice(0, begun),
    }));
    const top = topSeries(all);
    return {
      bins,
      all,
      drawn: bin === 'cumulative' ? top.map(running) : top,
      colours: coloursOf(top.map(({ name }) => name)),
      groups: groupsOf(question, named),
    };
    // The other parts of a question change no figure.
  }, [costs, names, start, end, bin, question.groupings, question.measure]);
}

interface NamedCost {
  name: string;
  cost: Cost;
}

/** Names are put together once: there may be thousands of costs. */
const namedCosts = ({ groupings }: Question, { costs }: Costs, names: Names): NamedCost[] =>
  costs.map((cost) => ({ name: nameOf(cost, groupings, names), cost }));

/** Usage in different units is never added. */
function nameOf(cost: Cost, groupings: readonly string[], names: Names): string {
  const name = seriesName(cost, groupings, names);
  return cost.usage?.unit ? `${name} · ${cost.usage.unit}` : name;
}

function pointsOf({ measure }: Question, costs: Costs, named: readonly NamedCost[]) {
  if (measure === 'count') {
    return (costs.counts ?? []).map(({ accrued_at: bin, count }) => ({
      bin,
      name: 'Groups',
      amount: `${count}.0`,
    }));
  }
  // Costs in a currency without a rate are no part of the total.
  const isCounted = ({ cost }: NamedCost) => cost.currency === costs.total_cost.currency;
  return named.filter(isCounted).map(({ name, cost }) => ({
    bin: cost.accrued_at,
    name,
    amount: measure === 'usage' ? (cost.usage?.amount ?? '0') : cost.amount,
  }));
}

function groupsOf({ groupings }: Question, named: readonly NamedCost[]): Shown['groups'] {
  const found: Shown['groups'] = new Map();
  for (const { name, cost } of named) {
    if (found.has(name)) continue;
    const group = groupOf(cost, groupings);
    found.set(name, cost.usage ? { ...group, usage_unit: cost.usage.unit } : group);
  }
  return found;
}

const running = (series: Series): Series => ({
  ...series,
  amounts: runningSums(series.amounts),
});

/** Totals by the name of the series, whatever their bins. */
export function totalsOf(question: Question, costs: Costs, names: Names): Map<string, string> {
  const amounts = new Map<string, string[]>();
  const named = namedCosts(question, costs, names);
  for (const { name, amount } of pointsOf(question, costs, named)) {
    amounts.set(name, [...(amounts.get(name) ?? []), amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
