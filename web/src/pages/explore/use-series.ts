import { useMemo } from 'react';
import { runningSums, sumOf } from '../../lib/decimal.js';
import { coloursOf } from '../../lib/palette.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import { binsOf } from './bins.js';
import { type GroupValue, groupOf, seriesName } from './groupings.js';
import type { Question } from './question.js';
import type { Cost, Costs } from './use-costs.js';
import type { Names } from './use-names.js';

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
    const all = seriesOf(pointsOf(question, costs, names), bins);
    const top = topSeries(all);
    return {
      bins,
      all,
      drawn: bin === 'cumulative' ? top.map((each) => running(each, bins, costs)) : top,
      colours: coloursOf(top.map(({ name }) => name)),
      groups: groupsOf(question, costs.costs, names),
    };
    // The other parts of a question change no figure.
  }, [costs, names, start, end, bin, question.groupings, question.measure]);
}

function pointsOf({ groupings, measure }: Question, costs: Costs, names: Names) {
  if (measure === 'count') {
    return (costs.counts ?? []).map(({ accrued_at: bin, count }) => ({
      bin,
      name: 'Groups',
      amount: `${count}.0`,
    }));
  }
  return costs.costs.filter(isCounted(costs)).map((cost) => ({
    bin: cost.accrued_at,
    name: nameOf(cost, groupings, names),
    amount: measure === 'usage' ? (cost.usage?.amount ?? '0') : cost.amount,
  }));
}

/** Costs in a currency without a rate are no part of the total. */
const isCounted =
  ({ total_cost: { currency } }: Costs) =>
  (cost: Cost) =>
    cost.currency === currency;

/** Usage in different units is never added. */
const nameOf = (cost: Cost, groupings: readonly string[], names: Names): string =>
  [seriesName(cost, groupings, names), cost.usage?.unit].filter(Boolean).join(' · ');

function groupsOf({ groupings }: Question, costs: readonly Cost[], names: Names): Shown['groups'] {
  const found: Shown['groups'] = new Map();
  for (const cost of costs) {
    const name = nameOf(cost, groupings, names);
    if (found.has(name)) continue;
    const group = groupOf(cost, groupings);
    found.set(name, cost.usage ? { ...group, usage_unit: cost.usage.unit } : group);
  }
  return found;
}

/** Up to the last day that has costs; a line that goes on flat would promise that nothing comes. */
function running(series: Series, bins: readonly string[], { costs }: Costs): Series {
  const last = costs.at(-1)?.accrued_at ?? '';
  const through = bins.filter((bin) => bin <= last).length;
  return { ...series, amounts: runningSums(series.amounts.slice(0, through)) };
}

/** Totals by the name of the series, whatever their bins. */
export function totalsOf(question: Question, costs: Costs, names: Names): Map<string, string> {
  const amounts = new Map<string, string[]>();
  for (const { name, amount } of pointsOf(question, costs, names)) {
    amounts.set(name, [...(amounts.get(name) ?? []), amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
