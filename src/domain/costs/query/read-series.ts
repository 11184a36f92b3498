import { subtractDecimals, sumDecimals } from '../../../platform/lib/decimal.js';
import { selectCachedRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Sql } from '../../../platform/store/sql.js';
import { buildGroupListStatement, type GroupList, largestFirst } from './build-group-list.js';
import {
  buildDaysStatement,
  buildRankedStatement,
  buildRankedStatementWithTotals,
  buildSeriesStatement,
  type ChosenGroups,
} from './build-series.js';
import { buildTotalsStatement } from './build-statements.js';
import { binsOf } from '../../../platform/lib/bins.js';
import type { CostPlan } from './cost-plan.js';
import { type CostQuery, endOf, rollupOf } from './cost-query.js';
import { planCosts, planTotals } from './plan-costs.js';
import type { CalendarBin } from '../../../platform/lib/date-intervals.js';
import { addDays, lastOfMonth } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { Amount, CostRow } from './read-costs.js';

/** A total and its amounts by bin, as exact decimal text. */
export interface Series {
  total: string;
  amounts: string[];
}

export interface GroupSeries extends Series {
  /** Identifies the group in the series of other ranges. */
  key: string;
  /** Has the values of the groupings. */
  row: CostRow;
  /** Its totals in the compared ranges; undefined without a comparison. */
  compared?: { current: string; previous: string };
}

/** Costs as series over the bins of a query. */
export interface CostSeries {
  /** Starts of all bins up to today, also of those without costs. */
  bins: string[];
  /** All groups together. */
  total: Series;
  groupCount: number;
  /** The groups that match the search; all without one. */
  matching: { count: number; total: string };
  /** The requested groups, in the requested order. */
  groups: GroupSeries[];
  /** The groups that were not requested. */
  other: Series;
  /** Costs in currencies without an exchange rate: never part of the series. */
  unconverted: Amount[];
}

interface SeriesRow extends CostRow {
  group_key: string;
  total: string;
  bins: string[];
  amounts: string[];
}

interface ListedRow extends SeriesRow {
  group_count: string;
  matching_total: string;
  current?: string;
  previous?: string;
}

/** One page of the groups of a query, from its offset on, over its bins. */
export async function readSeries(
  store: CostStore,
  query: CostQuery<CalendarBin>,
  list: GroupList = largestFirst,
): Promise<CostSeries> {
  const bins = binsOf(query.startDate, addDays(endOf(query), -1), query.dateBin);
  if (bins.length === 0) return noSeries;
  const { groups, total } = await readGroupsAndTotal(store, query, list, bins);
  const series = groups.map((row) => ({
    ...seriesOf(bins, row),
    key: row.group_key,
    row,
    ...(list.compared && { compared: { current: row.current!, previous: row.previous! } }),
  }));
  const matching = await countGroups(store, query, list, groups);
  const all =
    list.search === undefined
      ? matching
      : await countGroups(store, query, { ...largestFirst, compared: list.compared });
  return {
    bins,
    total,
    groupCount: all.count,
    matching,
    groups: series,
    // Converted amounts are rounded one by one, so a difference can remain where no group does.
    other: all.count === series.length ? seriesOf(bins) : subtractSeries(total, series),
    unconverted: await readUnconverted(store, query),
  };
}

const noSeries: CostSeries = {
  bins: [],
  total: { total: '0', amounts: [] },
  groupCount: 0,
  matching: { count: 0, total: '0' },
  groups: [],
  other: { total: '0', amounts: [] },
  unconverted: [],
};

async function readGroupsAndTotal(
  store: CostStore,
  query: CostQuery<CalendarBin>,
  list: GroupList,
  bins: readonly string[],
): Promise<{ groups: ListedRow[]; total: Series }> {
  if (isByCostAlone(list) && query.offset === 0 && hasFewGroups(query)) {
    const { isDescending } = list;
    const statement = buildRankedStatementWithTotals(planCosts(query), {
      isDescending,
      binCount: bins.length,
    });
    const rows = await selectCachedRows<ListedRow & { row_kind: string }>(store, statement);
    const ofKind = (kind: string) => rows.filter((row) => row.row_kind === kind);
    const byBin = new Map(ofKind('bin').map((row) => [row.bins[0], row.total]));
    return {
      // Bins without costs have no row, so there can be more groups than requested.
      groups: ofKind('group').slice(0, query.limit),
      total: {
        total: ofKind('total')[0]?.total ?? '0',
        amounts: bins.map((bin) => byBin.get(bin) ?? '0'),
      },
    };
  }
  const [groups, total] = await Promise.all([
    readGroups(store, query, list),
    readTotalSeries(store, query),
  ]);
  return { groups, total };
}

const isByCostAlone = ({ search, order, compared }: GroupList) =>
  search === undefined && order === 'cost' && compared === undefined;

/**
 * Whether the totals are summed from the groups in less time than a statement of their own takes to be
 * planned. Allocated costs are rounded group by group, so that their sum is not the exact total.
 */
function hasFewGroups(query: CostQuery): boolean {
  const { groupings, condition } = query;
  return (
    groupings.length > 0 &&
    groupings.length <= 2 &&
    groupings.every(({ kind }) => kind === 'dimension') &&
    ['service_costs', 'account_costs'].includes(rollupOf(condition, groupings)) &&
    condition.virtualTags.every(({ allocation }) => allocation === undefined)
  );
}

/**
 * Resources are first ranked by their totals, and then only the requested ones are split by bin: a
 * month has thousands of times as many resources as a page.
 */
async function readGroups(
  store: CostStore,
  query: CostQuery,
  list: GroupList,
): Promise<ListedRow[]> {
  const plan = planCosts(query);
  if (!plan.byResource) return selectCachedRows(store, listStatement(query, list));
  const ranked = await selectCachedRows<ListedRow>(
    store,
    listStatement({ ...query, dateBin: 'range' }, list),
  );
  if (ranked.length === 0) return [];
  const chosen = chosenOf(plan, ranked);
  const ofDays = buildDaysStatement(plan, chosen);
  if (ofDays) {
    const months = groupBy(await selectCachedRows<MonthRow>(store, ofDays), ({ g0 }) => g0);
    return ranked.map((row) => ({ ...row, ...daysOf(months.get(row.g0 as string | null) ?? []) }));
  }
  const split = await selectCachedRows<SeriesRow>(store, buildSeriesStatement(plan, chosen));
  const byKey = new Map(split.map((row) => [row.group_key, row]));
  return ranked.map((row) => ({ ...row, ...pick(byKey.get(row.group_key)) }));
}

/** The amounts of a month or of a part of it, from its first day on, and zeros beyond its last one. */
interface MonthRow {
  /** Id of a resource. */
  g0: string | null;
  first_day: string;
  amounts: string[];
  name_of_resource?: string | null;
}

/** What the months of a series are by day. Days outside its range are no bins of it, and are not counted. */
function daysOf(
  months: readonly MonthRow[],
): Pick<SeriesRow, 'bins' | 'amounts' | 'resource_name'> {
  const days = months.flatMap(({ first_day: first, amounts }) =>
    amounts
      .map((amount, index) => ({ day: addDays(first, index), amount }))
      .filter(({ day }) => day <= lastOfMonth(first)),
  );
  const names = months.flatMap(({ name_of_resource: name }) => name ?? []);
  return {
    bins: days.map(({ day }) => day),
    amounts: days.map(({ amount }) => amount),
    resource_name: names.toSorted().at(-1) ?? null,
  };
}

function listStatement(query: CostQuery, list: GroupList): Sql {
  if (!isByCostAlone(list)) return buildGroupListStatement(planCosts(query), list);
  const isRankingAlone = query.dateBin === 'range';
  return buildRankedStatement(
    planCosts({ ...query, ...(isRankingAlone && { withoutResourceNames: true }) }),
    list,
  );
}

/** Groups of an earlier range alone have no amounts in the requested one. */
function pick(row: SeriesRow | undefined): Pick<SeriesRow, 'bins' | 'amounts' | 'resource_name'> {
  if (row === undefined) return { bins: [], amounts: [] };
  const { bins, amounts, resource_name } = row;
  return { bins, amounts, ...(resource_name !== undefined && { resource_name }) };
}

/** The total of a query and its amounts by bin, whatever its groupings. */
export async function readTotalSeries(
  store: CostStore,
  query: CostQuery<CalendarBin>,
): Promise<Series & { bins: string[] }> {
  const bins = binsOf(query.startDate, addDays(endOf(query), -1), query.dateBin);
  if (bins.length === 0) return { bins, ...noSeries.total };
  const ungrouped = planCosts({ ...query, groupings: [], limit: 1, offset: 0 });
  const ofDays = buildDaysStatement(ungrouped);
  if (ofDays) {
    const { amounts } = seriesOf(bins, {
      total: '0',
      ...daysOf(await selectCachedRows(store, ofDays)),
    });
    return { bins, total: sumDecimals(amounts), amounts };
  }
  const [row] = await selectCachedRows<SeriesRow>(store, buildSeriesStatement(ungrouped));
  return { bins, ...seriesOf(bins, row) };
}

/** The totals of groups in the range of a query, by their keys. */
export async function readGroupTotals(
  store: CostStore,
  query: CostQuery,
  groups: readonly GroupSeries[],
): Promise<Map<string, string>> {
  if (groups.length === 0 || query.startDate >= endOf(query)) return new Map();
  const plan = planCosts({ ...query, dateBin: 'range' as const });
  const chosen = chosenOf(
    plan,
    groups.map(({ key, row }) => ({ ...row, group_key: key })),
  );
  const rows = await selectCachedRows<SeriesRow>(store, buildSeriesStatement(plan, chosen));
  return new Map(rows.map(({ group_key: key, total }) => [key, total]));
}

function chosenOf(
  plan: CostPlan,
  rows: readonly (CostRow & { group_key: string })[],
): ChosenGroups {
  const column = plan.groups.find(
    ({ grouping }) => grouping.kind === 'dimension' && grouping.name === 'resource_id',
  );
  const idOf = (row: CostRow) => (row[column!.name as `g${number}`] ?? null) as string | null;
  return {
    keys: rows.map(({ group_key: key }) => key),
    resourceIds: column ? [...new Set(rows.map(idOf))] : [],
  };
}

/** Every row has the count; a page after the last one has no row. */
async function countGroups(
  store: CostStore,
  query: CostQuery,
  list: GroupList,
  groups: readonly ListedRow[] = [],
): Promise<CostSeries['matching']> {
  const [first = await readFirst(store, query, list)] = groups;
  return { count: Number(first?.group_count ?? 0), total: first?.matching_total ?? '0' };
}

async function readFirst(
  store: CostStore,
  query: CostQuery,
  { search, names, compared }: GroupList,
): Promise<ListedRow | undefined> {
  const first = { ...query, dateBin: 'range' as const, limit: 1, offset: 0 };
  const rows = await selectCachedRows<ListedRow>(
    store,
    listStatement(first, { ...largestFirst, search, names, compared }),
  );
  return rows[0];
}

/** The amounts of a row in the order of the bins; zeros where there is none. */
function seriesOf(
  bins: readonly string[],
  row?: Pick<SeriesRow, 'total' | 'bins' | 'amounts'>,
): Series {
  const amounts = new Map(row?.bins.map((bin, index) => [bin, row.amounts[index]!]));
  return { total: row?.total ?? '0', amounts: bins.map((bin) => amounts.get(bin) ?? '0') };
}

/** What is left of a series without some of its parts. */
function subtractSeries(whole: Series, parts: readonly Series[]): Series {
  const rest = (amount: string, subtracted: string[]) =>
    subtractDecimals(amount, sumDecimals(subtracted));
  return {
    total: rest(
      whole.total,
      parts.map(({ total }) => total),
    ),
    amounts: whole.amounts.map((amount, bin) =>
      rest(
        amount,
        parts.map(({ amounts }) => amounts[bin]!),
      ),
    ),
  };
}

async function readUnconverted(store: CostStore, query: CostQuery): Promise<Amount[]> {
  const { to, unratedCurrencies } = query.conversion;
  if (unratedCurrencies.length === 0) return [];
  const totals = await selectCachedRows<Amount>(store, buildTotalsStatement(planTotals(query)));
  return totals.filter(({ currency, amount }) => currency !== to && amount !== '0');
}
