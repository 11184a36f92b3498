/**
 * The rollups of the cost store, smallest first. A row is a month and a combination of the columns
 * below, with its amounts per day as arrays. Each rollup has the columns of the one before it, and
 * more, and is built from the one after it.
 */
export const rollups = [
  'service_costs',
  'account_costs',
  'usage_costs',
  'tag_costs',
  'resource_costs',
] as const;

export type Rollup = (typeof rollups)[number];

const serviceColumns = [
  'load_id',
  'billing_period',
  'integration_token',
  'month',
  'provider',
  'provider_account_id',
  'service',
  'service_code',
  'region',
  'cost_category',
  'marketplace',
  'charge_type',
  'amortized_charge_type',
  'charge_group',
  'currency',
];
const accountColumns = [...serviceColumns, 'account_id'];
const usageColumns = [...accountColumns, 'cost_subcategory', 'usage_unit'];
const tagColumns = [...usageColumns, 'tag_set_id'];

/** The largest of some rollups: it has the columns of the others too. */
export function largestRollup(needed: readonly Rollup[]): Rollup {
  return needed.reduce((a, b) => (rollups.indexOf(a) < rollups.indexOf(b) ? b : a), rollups[0]);
}

/** The columns whose combinations are the rows of a rollup. */
export const rollupColumns: Readonly<Record<Rollup, readonly string[]>> = {
  service_costs: serviceColumns,
  account_costs: accountColumns,
  usage_costs: usageColumns,
  tag_costs: tagColumns,
  resource_costs: [...tagColumns, 'resource_id'],
};
