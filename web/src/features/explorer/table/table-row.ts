import { compareDecimals, minus } from '../../../lib/decimal.js';
import { type GroupValue, groupName } from '../../costs/groupings.js';
import type { CostSeries } from '../../costs/use-cost-series.js';
import type { Names } from '../../costs/use-names.js';
import type { SeriesResult } from '../use-series.js';

/** An answer of the API, without what its headers say. */
export type SeriesAnswer = Omit<CostSeries, 'freshness'>;

type Change = NonNullable<CostSeries['total']['change']>;

/** A row of the table: a group, or several together. */
export interface TableRow {
  key: string;
  /** As in the chart. */
  name: string;
  /** The id of an account, or the name of a resource. */
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
    const name = groupName(group, groupings, names);
    const detail = detailOf(group, groupings, names, resourceName ?? null);
    return {
      key: JSON.stringify(group),
      name,
      group,
      total: amount,
      amounts,
      change,
      ...(resourceName === undefined ? {} : { resourceName }),
      ...(detail ? { detail } : {}),
    };
  });
}

/** Ids of what has a name, and the name of a resource. */
function detailOf(
  group: Record<string, GroupValue>,
  groupings: readonly string[],
  names: Names,
  resourceName: string | null,
): string {
  const details = groupings.map((grouping) => {
    const value = group[grouping];
    if (typeof value !== 'string') return '';
    if (grouping === 'resource_id') return resourceName === value ? '' : (resourceName ?? '');
    return grouping === 'account_id' && names(grouping, value) !== value ? value : '';
  });
  return details.filter(Boolean).join(' · ');
}

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
