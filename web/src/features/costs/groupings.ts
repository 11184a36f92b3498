import type { Cost } from './use-costs.js';
import type { Names } from './use-names.js';

/** Dimensions that costs can be grouped by, besides tags. */
export const dimensions = [
  { value: 'provider', label: 'Provider' },
  { value: 'service', label: 'Service' },
  { value: 'account_id', label: 'Account' },
  { value: 'billing_account_id', label: 'Billing account' },
  { value: 'region', label: 'Region' },
  { value: 'cost_category', label: 'Category' },
  { value: 'cost_subcategory', label: 'Subcategory' },
  { value: 'charge_type', label: 'Charge type' },
  { value: 'resource_id', label: 'Resource' },
  { value: 'tagged', label: 'Tagged' },
];

/** The label of a dimension or tag. */
export const groupingLabel = (grouping: string): string =>
  grouping === 'usage_unit'
    ? 'Unit'
    : (dimensions.find(({ value }) => value === grouping)?.label ?? grouping.replace(/^tag:/, ''));

export type GroupValue = string | boolean | null;

/** The value of a cost in each grouping, as the API returns it. */
export const groupOf = (cost: Cost, groupings: readonly string[]): Record<string, GroupValue> =>
  Object.fromEntries(
    groupings.map((grouping) => [grouping, valueOf(cost, grouping, groupings)] as const),
  );

function valueOf(cost: Cost, grouping: string, groupings: readonly string[]): GroupValue {
  if (grouping.startsWith('tag:')) return tagValue(cost, grouping.slice(4), groupings) ?? null;
  return (cost[grouping as keyof Cost] as GroupValue | undefined) ?? null;
}

/** The name of the series a cost belongs to. */
export function seriesName(cost: Cost, groupings: readonly string[], names: Names): string {
  if (groupings.length === 0) return 'All costs';
  return groupName(groupOf(cost, groupings), groupings, names);
}

/** The name of the series of a group; resources of the same name differ by their ids. */
export const groupName = (
  group: Record<string, GroupValue>,
  groupings: readonly string[],
  names: Names,
  resourceName?: string | null,
): string =>
  groupings
    .map((grouping) => {
      const value = group[grouping] ?? null;
      if (grouping !== 'resource_id') return displayName(grouping, value, names);
      const { name, id } = nameValue(grouping, value, names, resourceName);
      return id ? `${name} (${id})` : name;
    })
    .join(' · ');

/** A name, and the id beside it where that is another text. */
export interface NamedValue {
  name: string;
  id?: string;
}

/** The name of a value of one grouping, before its id; bills name resources, accounts have titles. */
export function nameValue(
  grouping: string,
  value: GroupValue,
  names: Names,
  resourceName?: string | null,
): NamedValue {
  const name = displayName(grouping, value, names);
  if (typeof value !== 'string' || value === '') return { name };
  if (grouping === 'resource_id') {
    return resourceName && resourceName !== value ? { name: resourceName, id: value } : { name };
  }
  // A title that is not unique has the id in it.
  return grouping === 'account_id' && !name.includes(value) ? { name, id: value } : { name };
}

function displayName(grouping: string, value: GroupValue, names: Names): string {
  if (grouping === 'tagged') return value ? 'Tagged' : 'Untagged';
  if (typeof value !== 'string' || value === '')
    return `(no ${grouping.startsWith('tag:') ? grouping.slice(4) : groupingLabel(grouping).toLowerCase()})`;
  return names(grouping, value);
}

function tagValue(
  cost: Cost,
  key: string,
  groupings: readonly string[],
): string | null | undefined {
  const isFirst = groupings.find((each) => each.startsWith('tag:')) === `tag:${key}`;
  if (isFirst) return cost.tag;
  return cost.tags?.find((pair) => pair.startsWith(`${key}:`))?.slice(key.length + 1);
}
