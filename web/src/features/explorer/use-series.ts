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
  /** The series of the chart: the largest, and the rest as "Other". */
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
      // Future bins have no amount rather than zero.
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
    // Other parts of the query do not affect the series.
  }, [costs, names, start, end, bin, query.groupings, query.measure]);
}

interface NamedCost {
  name: string;
  cost: Cost;
}

/** Costs with their series names, built once because there may be thousands. */
const namedCosts = ({ groupings }: ExplorerQuery, { costs }: Costs, names: Names): NamedCost[] =>
  costs.map((cost) => ({ name: nameOf(cost, groupings, names), cost }));

/** The unit is part of the name, because usage in different units has no sum. */
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
  // The total excludes costs in a currency without an exchange rate.
  const isConverted = ({ cost }: NamedCost) => cost.currency === costs.total_cost.currency;
  return named.filter(isConverted).map(({ name, cost }) => ({
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

/** Totals by series name. */
export function totalsOf(query: ExplorerQuery, costs: Costs, names: Names): Map<string, string> {
  const amounts = new Map<string, string[]>();
  const named = namedCosts(query, costs, names);
  for (const { name, amount } of pointsOf(query, costs, named)) {
    amounts.set(name, [...(amounts.get(name) ?? []), amount]);
  }
  return new Map([...amounts].map(([name, each]) => [name, sumOf(each)]));
}
