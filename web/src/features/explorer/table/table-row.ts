import { compareDecimals, minus } from '../../../lib/decimal.js';
import { type GroupValue, groupName, type NamedValue, nameValue } from '../../costs/groupings.js';
import type { CostSeries } from '../../costs/use-cost-series.js';
import type { Names } from '../../costs/use-names.js';
import type { ExplorerQuery } from '../explorer-query.js';
import type { SeriesResult } from '../use-series.js';

/** An answer of the API, without what its headers say. */
export type SeriesAnswer = Omit<CostSeries, 'freshness'>;

type Change = NonNullable<CostSeries['total']['change']>;

/** A row of the table: a group, or several together. */
export interface TableRow {
  key: string;
  /** As in the chart. */
  name: string;
  /** What the name leaves open. */
  detail?: string;
  /** Undefined for rows of several groups. */
  group?: Record<string, GroupValue>;
  resourceName?: string | null;
  total: string;
  /** By bin; undefined where they are not known. */
  amounts?: readonly string[];
  change?: (Pick<Change, 'current' | 'previous'> & Partial<Change>) | null;
}

/** The groups of an answer as rows. */
export function rowsOf(
  { groups }: SeriesAnswer,
  groupings: readonly string[],
  names: Names,
): TableRow[] {
  return groups.map(({ group: values, resource_name: resourceName, amount, amounts, change }) => {
    const group = values as Record<string, GroupValue>;
    return {
      key: JSON.stringify(group),
      name: groupName(group, groupings, names, resourceName),
      group,
      total: amount,
      amounts,
      change,
      ...(resourceName === undefined ? {} : { resourceName }),
    };
  });
}

/** What rows are told apart by: usage also by its unit, counts by nothing. */
export function groupingsOf({ measure, groupings }: Pick<ExplorerQuery, 'measure' | 'groupings'>) {
  if (measure === 'count') return [];
  return measure === 'usage' ? [...groupings, 'usage_unit'] : groupings;
}

/** How a row is called in one of its groupings. */
export const nameInGrouping = (
  { group, resourceName }: TableRow,
  grouping: string,
  names: Names,
): NamedValue => nameValue(grouping, group?.[grouping] ?? null, names, resourceName);

/** The series that the console has summed itself, such as those of usage. */
export const localRows = ({ all, groups, changes }: SeriesResult): TableRow[] =>
  all.map(({ name, total, amounts }) => ({
    key: name,
    name,
    total,
    amounts,
    group: groups.get(name) ?? {},
    change: changes?.get(name) ?? null,
  }));

export const totalRow = ({ total }: SeriesAnswer): TableRow => ({
  key: 'total',
  name: 'Total',
  total: total.amount,
  amounts: total.amounts,
  change: total.change,
});

/** The groups that a search does not find. */
export function restRow({ total, matching, group_count: count }: SeriesAnswer): TableRow {
  return {
    key: 'rest',
    name: 'Not matching the search',
    detail: `${(count - matching.group_count).toLocaleString()} groups`,
    total: minus(total.amount, matching.amount),
  };
}

export type RowOrder = 'cost' | 'change' | 'change_percent' | 'name';

/** Rows of the console itself, searched and sorted as the API does it with its own. */
export function listRows(
  rows: readonly TableRow[],
  { search, order, isDescending }: { search: string; order: RowOrder; isDescending: boolean },
): TableRow[] {
  const text = search.toLowerCase();
  const sign = isDescending ? -1 : 1;
  const compare = (one: TableRow, other: TableRow) =>
    order === 'name'
      ? one.name.localeCompare(other.name)
      : compareDecimals(one.total, other.total) || other.name.localeCompare(one.name);
  return rows
    .filter(({ name }) => name.toLowerCase().includes(text))
    .toSorted((one, other) => sign * compare(one, other));
}
