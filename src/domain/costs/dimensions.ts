import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import type { Rollup } from './rollups.js';
import { inTagSets } from './cost-source.js';

/** A column that costs can be grouped by. */
export interface Dimension {
  sql(view: ChargeView): string;
  /** The smallest rollup that has it; `service_costs` if absent. */
  rollup?: Exclude<Rollup, 'service_costs'>;
}

/** The columns among the groupings of `GET /costs`, under their API names. */
export const dimensions = {
  provider: {
    // Each custom provider counts as a provider of its own.
    sql: () =>
      "if(provider = 'custom_provider', concat('custom_provider:', integration_token), provider)",
  },
  billing_account_id: { sql: () => 'provider_account_id' },
  account_id: { sql: () => 'account_id', rollup: 'account_costs' },
  service: { sql: () => 'service' },
  region: { sql: () => 'region' },
  resource_id: { sql: () => 'resource_id', rollup: 'resource_costs' },
  cost_category: { sql: () => 'cost_category' },
  cost_subcategory: { sql: () => 'cost_subcategory', rollup: 'usage_costs' },
  charge_type: { sql: chargeTypeSql },
  tagged: {
    sql: () => `toBool(${inTagSets("NOT startsWith(tag_key, 'vntg:')")})`,
    rollup: 'tag_costs',
  },
  usage_unit: { sql: () => 'usage_unit', rollup: 'usage_costs' },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
