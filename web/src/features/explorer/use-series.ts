import { useMemo } from 'react';
import { today } from '../../lib/dates.js';
import { coloursOf } from '../../lib/palette.js';
import { type Series, seriesOf, topSeries } from '../../lib/series.js';
import { binsOf } from '../costs/bins.js';
import { namedGroups, topGroups } from '../costs/group-series.js';
import { type GroupValue, groupOf, seriesName } from '../costs/groupings.js';
import type { CostSeries } from '../costs/use-cost-series.js';
import { type Cost, type Costs, apiBin } from '../costs/use-costs.js';
import type { Names } from '../costs/use-names.js';
import type { ExplorerQuery } from './explorer-query.js';
import { type ExplorerCosts, isSeries } from './use-explorer-costs.js';

/** An amount of compared days, and that of the earlier ones. */
interface Compared {
  current: string;
  previous: string;
}

export interface SeriesResult {
  bins: string[];
  /** The series of the table, the largest first. */
  all: Series[];
  /** The number of series, also of those that the table does not show. */
  count: number;
  /** The series of the chart: the largest, and all others as one. */
  top: Series[];
  /** The names of all series of chart and table. */
  names: string[];
  colours: Map<string, string>;
  /** The group of a series, as the API returns it. */
  groups: Map<string, Record<string, GroupValue>>;
  /** By the name of a series; undefined without a comparison. */
  changes?: ReadonlyMap<string, Compared>;
}

/** The result of a query as series over its bins. */
export function useSeries(query: ExplorerQuery, costs: ExplorerCosts, names: Names): SeriesResult {
  const { start, end, bin } = query;
  return useMemo(() => {
    const found = isSeries(costs) ? readSeries(query, costs, names) : sumRows(query, costs, names);
    return {
      ...found,
      bins: binsOf(start, end, apiBin(bin)),
      names: [...new Set([...found.top, ...found.all].map(({ name }) => name))],
      colours: coloursOf(found.top.map(({ name }) => name)),
    };
    // Other parts of the query do not affect the series.
  }, [costs, names, start, end, bin, query.groupings, query.measure]);
}

type NamedSeries = Omit<SeriesResult, 'bins' | 'names' | 'colours'>;

/** The series that the API has added up. */
function readSeries({ groupings }: ExplorerQuery, costs: CostSeries, names: Names): NamedSeries {
  const named = namedGroups(costs, groupings, names);
  const changes = named.flatMap(({ name, change }) => (change ? [[name, change] as const] : []));
  return {
    all: named,
    count: groupings.length === 0 ? 1 : costs.group_count,
    top: topGroups(costs, groupings, names),
    groups: new Map(named.map(({ name, group }) => [name, group])),
    ...(costs.total.change && { changes: new Map(changes) }),
  };
}

/** The series of rows of usage or counts. */
function sumRows(query: ExplorerQuery, costs: Costs, names: Names): NamedSeries {
  const { start, end, bin } = query;
  const bins = binsOf(start, end, apiBin(bin));
  const startedBins = bins.filter((each) => each.slice(0, 10) <= today()).length;
  const named = namedCosts(query, costs, names);
  const all = seriesOf(pointsOf(query, costs, named), bins).map((series) => ({
    ...series,
    // Future bins have no amount rather than zero.
    amounts: series.amounts.slice(0, startedBins),
  }));
  return { all, count: all.length, top: topSeries(all), groups: groupsOf(query, named) };
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
  return named.map(({ name, cost }) => ({
    bin: cost.accrued_at,
    name,
    amount: cost.usage?.amount ?? '0',
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
