import type { Cost } from './use-costs.js';

/** What costs can be grouped by beside tags. */
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
  { value: 'tagged', label: 'Tagged or not' },
];

/** The name of the series a cost belongs to. */
export function seriesName(cost: Cost, groupings: readonly string[]): string {
  if (groupings.length === 0) return 'All costs';
  return groupings.map((grouping) => valueOf(cost, grouping, groupings)).join(' · ');
}

function valueOf(cost: Cost, grouping: string, groupings: readonly string[]): string {
  if (grouping.startsWith('tag:'))
    return tagValue(cost, grouping.slice(4), groupings) ?? `(no ${grouping.slice(4)})`;
  if (grouping === 'tagged') return cost['tagged'] ? 'tagged' : 'untagged';
  const value = cost[grouping];
  const label = dimensions.find((each) => each.value === grouping)?.label ?? grouping;
  return typeof value === 'string' && value !== '' ? value : `(no ${label.toLowerCase()})`;
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
