import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import { inTagSets } from './cost-source.js';

/** A column that costs can be grouped by. */
export interface Dimension {
  /** SQL over the rollup, or over the lines where `needsLines` is set. */
  sql(view: ChargeView): string;
  needsLines?: true;
}

/** The columns among the groupings of `GET /costs`, under their API names. */
export const dimensions = {
  provider: {
    // Each custom provider counts as a provider of its own.
    sql: () =>
      "if(provider = 'custom_provider', concat('custom_provider:', integration_token), provider)",
  },
  billing_account_id: { sql: () => 'provider_account_id' },
  account_id: { sql: () => 'account_id' },
  service: { sql: () => 'service' },
  region: { sql: () => 'region' },
  resource_id: { sql: () => 'resource_id', needsLines: true },
  cost_category: { sql: () => 'cost_category' },
  cost_subcategory: { sql: () => 'cost_subcategory' },
  charge_type: { sql: chargeTypeSql },
  tagged: { sql: () => `toBool(${inTagSets("NOT startsWith(tag_key, 'vntg:')")})` },
  usage_unit: { sql: () => 'usage_unit' },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
