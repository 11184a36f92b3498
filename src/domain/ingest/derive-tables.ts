import { run, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { syncReplicas } from '../../platform/store/clickhouse/sync-replicas.js';
import { costKeyColumns } from '../virtual-tags/cost-key.js';

const rollupKeys = [
  'load_id',
  'billing_period',
  'integration_token',
  'usage_date',
  'provider',
  'provider_account_id',
  'account_id',
  'service',
  'service_code',
  'region',
  'cost_category',
  'cost_subcategory',
  'marketplace',
  'charge_type',
  'amortized_charge_type',
  'charge_group',
  'usage_unit',
  'currency',
  'tag_set_id',
].join(', ');

const ruleColumns = costKeyColumns.join(', ');

const dates = 'min(usage_date), max(usage_date)';

/** Fills the rollups, tag sets and value lists of loads whose lines are all stored. */
export async function deriveTables(store: CostStore, loadIds: readonly number[]): Promise<void> {
  const ofLoads = `load_id IN (${loadIds.join(', ')})`;
  const statements = [
    `INSERT INTO daily_costs (${rollupKeys}, billed_cost, effective_cost, usage_amount)
     SELECT ${rollupKeys}, sum(billed_cost), sum(effective_cost), sum(usage_amount)
     FROM lines WHERE ${ofLoads} GROUP BY ${rollupKeys}`,
    `INSERT INTO monthly_costs (${rollupKeys}, billed_cost, effective_cost, usage_amount, has_usage)
     SELECT ${rollupKeys.replace('usage_date', 'toStartOfMonth(usage_date) AS usage_date')},
       sum(billed_cost), sum(effective_cost), sum(usage_amount), max(has_usage)
     FROM daily_costs WHERE ${ofLoads} GROUP BY ${rollupKeys}`,
    `INSERT INTO cost_keys (load_id, key_id, ${ruleColumns})
     SELECT DISTINCT load_id, key_id, ${ruleColumns} FROM daily_costs WHERE ${ofLoads}`,
    `INSERT INTO tag_sets (tag_set_id, tags)
     SELECT tag_set_id, any(tags) FROM lines
     WHERE ${ofLoads} AND tag_set_id != 0 AND tag_set_id NOT IN (SELECT tag_set_id FROM tag_sets)
     GROUP BY tag_set_id`,
    `INSERT INTO tag_set_values (tag_key, tag_set_id, tag_value)
     SELECT pair.1, tag_set_id, pair.2 FROM tag_sets
     ARRAY JOIN CAST(tags AS Array(Tuple(String, String))) AS pair
     WHERE tag_set_id NOT IN (SELECT tag_set_id FROM tag_set_values)`,
    `INSERT INTO accounts (load_id, integration_token, provider, provider_account_id, provider_account_name, account_id, account_name, first_date, last_date)
     SELECT load_id, integration_token, provider, provider_account_id, any(provider_account_name), account_id, any(account_name), ${dates}
     FROM lines WHERE ${ofLoads} GROUP BY load_id, integration_token, provider, provider_account_id, account_id`,
    `INSERT INTO services (load_id, integration_token, provider, service, service_code, first_date, last_date)
     SELECT load_id, integration_token, provider, service, service_code, ${dates}
     FROM daily_costs WHERE ${ofLoads} GROUP BY load_id, integration_token, provider, service, service_code`,
    `INSERT INTO tag_values (load_id, integration_token, provider, tag_key, tag_value, first_date, last_date)
     SELECT load_id, integration_token, provider, tag_key, tag_value, min(first_date), max(last_date)
     FROM (
       SELECT load_id, integration_token, provider, tag_set_id, min(usage_date) AS first_date, max(usage_date) AS last_date
       FROM daily_costs WHERE ${ofLoads} AND tag_set_id != 0
       GROUP BY load_id, integration_token, provider, tag_set_id
     ) AS used
     INNER JOIN (SELECT DISTINCT tag_set_id, tag_key, tag_value FROM tag_set_values) AS sets USING tag_set_id
     GROUP BY load_id, integration_token, provider, tag_key, tag_value`,
    `INSERT INTO resources (load_id, integration_token, provider, resource_id, resource_name, resource_type, service, provider_account_id, account_id, region, instance_type, tag_set_id, first_date, last_date)
     SELECT load_id, integration_token, provider, assumeNotNull(resource_id), any(resource_name), any(resource_type),
       any(service), any(provider_account_id), any(account_id), any(region), any(instance_type),
       argMax(tag_set_id, (charge_start, tag_set_id)), ${dates}
     FROM lines WHERE ${ofLoads} AND resource_id IS NOT NULL
     GROUP BY load_id, integration_token, provider, resource_id`,
  ];
  for (const statement of statements) {
    await run(store.bulk, statement, { distributed_product_mode: 'local' });
    // Later statements read what earlier ones have written.
    const table = /^INSERT INTO (\w+)/.exec(statement)?.[1];
    if (table !== undefined) await syncReplicas(store, [table]);
  }
}
