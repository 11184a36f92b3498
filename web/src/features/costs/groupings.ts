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
  dimensions.find(({ value }) => value === grouping)?.label ?? grouping.replace(/^tag:/, '');

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

/** The name of the series of a group. */
export const groupName = (
  group: Record<string, GroupValue>,
  groupings: readonly string[],
  names: Names,
): string =>
  groupings.map((grouping) => displayName(grouping, group[grouping] ?? null, names)).join(' · ');

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
