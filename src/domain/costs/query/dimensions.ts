import { type Sql, sql } from '../../../platform/store/sql.js';
import { type ChargeView, chargeTypeSql } from '../vql/index.js';
import type { Rollup } from './rollups.js';
import { inTagSets } from './cost-source.js';

/** A column that costs can be grouped by. */
export interface Dimension {
  sql(view: ChargeView): Sql;
  /** The smallest rollup that has it; `service_costs` if absent. */
  rollup?: Exclude<Rollup, 'service_costs'>;
}

/** Services that are support plans, as providers call them: `AWS Support (Business)`. */
const supportPattern = String.raw`(?i)^(aws|amazon|microsoft|azure|google|gcp|oracle)\b.*\bsupport\b`;

/** What does not follow from usage is told apart from it, so that it cannot hide how usage changed. */
const chargeKind = sql`multiIf(
  charge_group = 'tax', 'Tax',
  charge_group = 'credit', 'Credits',
  charge_group = 'refund', 'Refunds',
  match(service, ${sql.literal(supportPattern)}), 'Support',
  'Usage')`;

/** The columns among the groupings of `GET /costs`, under their API names. */
export const dimensions = {
  provider: {
    // Each custom provider counts as a provider of its own.
    sql: () =>
      sql`if(provider = 'custom_provider', concat('custom_provider:', integration_token), provider)`,
  },
  billing_account_id: { sql: () => sql`provider_account_id` },
  account_id: { sql: () => sql`account_id`, rollup: 'account_costs' },
  service: { sql: () => sql`service` },
  region: { sql: () => sql`region` },
  resource_id: { sql: () => sql`resource_id`, rollup: 'resource_costs' },
  cost_category: { sql: () => sql`cost_category` },
  cost_subcategory: { sql: () => sql`cost_subcategory`, rollup: 'usage_costs' },
  charge_type: { sql: chargeTypeSql },
  charge_kind: { sql: () => chargeKind },
  tagged: {
    sql: () => sql`toBool(${inTagSets(sql`NOT startsWith(tag_key, 'vntg:')`)})`,
    rollup: 'tag_costs',
  },
  usage_unit: { sql: () => sql`usage_unit`, rollup: 'usage_costs' },
} as const satisfies Record<string, Dimension>;

export type DimensionName = keyof typeof dimensions;
