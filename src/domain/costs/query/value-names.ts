import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../../platform/store/tables.js';
import { providerName } from '../providers/index.js';
import type { ValueNames } from './build-group-list.js';
import type { CostScope } from './cost-scope.js';
import { type Grouping, isGroupedBy } from './grouping.js';
import { readAccounts, readProviders } from './known-values.js';

/** Reads what the accounts and providers that costs are grouped by are called. */
export async function readValueNames(
  { db, costs }: { db: Db; costs: CostStore },
  scope: CostScope,
  groupings: readonly Grouping[],
): Promise<ValueNames> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  if (isGroupedBy(groupings, 'account_id')) {
    const accounts = await readAccounts(costs, scope, {});
    names.set('account_id', new Map(accounts.map(({ account_id: id, title }) => [id, title])));
  }
  if (isGroupedBy(groupings, 'provider')) {
    const custom = await readCustomProviderNames(db, scope);
    const keys = await readProviders(costs, scope);
    names.set('provider', new Map(keys.map((key) => [key, custom.get(key) ?? providerName(key)])));
  }
  return names;
}

/** Custom providers, by their keys, have the names of their integrations. */
export async function readCustomProviderNames(
  db: Db,
  { integrationTokens }: Pick<CostScope, 'integrationTokens'>,
): Promise<Map<string, string>> {
  if (integrationTokens.length === 0) return new Map();
  const found = await db
    .selectFrom('integrations')
    .select(['token', 'name'])
    .where('provider', '=', 'custom_provider')
    .where('token', 'in', [...integrationTokens])
    .execute();
  return new Map(
    found.flatMap(({ token, name }) => (name ? [[`custom_provider:${token}`, name] as const] : [])),
  );
}
