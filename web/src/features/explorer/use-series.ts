import { useMemo } from 'react';
import { today } from '../../lib/dates.js';
import { sumOf } from '../../lib/decimal.js';
import { coloursOf } from '../../lib/palette.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import { withRunningSums } from '../cost-reports/report-chart.js';
import { binsOf } from '../costs/bins.js';
import { type GroupValue, groupOf, seriesName } from '../costs/groupings.js';
import { type Cost, type Costs, apiBin } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';
import type { ExplorerQuery } from './explorer-query.js';

export interface SeriesResult {
  bins: string[];
  /** Every series, the largest first. */
  all: Series[];
  /** What the chart draws: the largest, and the rest as "Other". */
  top: Series[];
  colours: Map<string, string>;
  /** The group of a series, as the API returns it. */
  groups: Map<string, Record<string, GroupValue>>;
}

/** Costs as series over the bins of the query. */
export function useSeries(query: ExplorerQuery, costs: Costs, names: Names): SeriesResult {
  const { start, end, bin } = query;
  return useMemo(() => {
    const bins = binsOf(start, end, apiBin(bin));
    const startedBins = bins.filter((each) => each.slice(0, 10) <= today()).length;
    const named = namedCosts(query, costs, names);
    const all = seriesOf(pointsOf(query, costs, named), bins).map((series) => ({
      ...series,
      // Future days are missing, not zero.
      amounts: series.amounts.slice(0, startedBins),
    }));
    const largest = topSeries(all);
    return {
      bins,
      all,
      top: bin === 'cumulative' ? largest.map(withRunningSums) : largest,
      colours: coloursOf(largest.map(({ name }) => name)),
      groups: groupsOf(query, named),
    };
    // The rest of the query changes no figure.
  }, [costs, names, start, end, bin, query.groupings, query.measure]);
}

interface NamedCost {
  name: string;
  cost: Cost;
}

/** Names are built once: there may be thousands of costs. */
const namedCosts = ({ groupings }: ExplorerQuery, { costs }: Costs, names: Names): NamedCost[] =>
  costs.map((cost) => ({ name: nameOf(cost, groupings, names), cost }));

/** Usage in different units is never added up. */
function nameOf(cost: Cost, groupings: readonly string[], names: Names): string {
  const name = seriesName(cost, groupings, names);
  return cost.usage?.unit ? `${name} · ${cost.usage.unit}` : name;
}

function pointsOf({ measure }: ExplorerQuery, costs: Costs, named: readonly NamedCost[]) {
  if (measure === 'count') {
    return (costs.counts ?? []).map(({ accrued_at: bin, count }) => ({
      bin,
      name: 'Groups',
      amount: `${count}.0`,
    }));
  }
  // Costs in a currency without an exchange rate are not in the total.
  const isCounted = ({ cost }: NamedCost) => cost.currency === costs.total_cost.currency;
  return named.filter(isCounted).map(({ name, cost }) => ({
    bin: cost.accrued_at,
    name,
    amount: measure === 'usage' ? (cost.usage?.amount ?? '0') : cost.amount,
  }));
}

function groupsOf(
  { groupings }: ExplorerQuery,
  named: readonly NamedCost[],
): SeriesResult['groups'] {
  const found: SeriesResult['groups'] = new Map();
  for (const { name, cost } of named) {
    if (found.has(name)) continue;
    const group = groupOf(cost, groupings);
    found.set(name, cost.usage ? { ...group, usage_unit: cost.usage.unit } : group);
  }
  return found;
}

/** Totals by the name of the series. */
export function totalsOf(query: ExplorerQuery, costs: Costs, names: Names): Map<string, string> {
  const amounts = new Map<string, string[]>();
  const named = namedCosts(query, costs, names);
  for (const { name, amount } of pointsOf(query, costs, named)) {
    amounts.set(name, [...(amounts.get(name) ?? []), amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
