import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays } from '../../../platform/lib/days.js';
import { selectRows, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { sql as clickhouse } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import type { CostScope } from '../../costs/query/index.js';
import { lineAccount } from './facts-reader/account-lines.js';
import { findingAccount } from './facts-reader/read-resources.js';

/** An account of a provider, and the integrations that know it. */
export interface ProviderAccount {
  provider: string;
  accountId: string | null;
  integrations: readonly string[];
}

/** The integrations of a workspace, also those without costs. */
export async function readIntegrations(db: Db, workspace: string): Promise<string[]> {
  const rows = await db
    .selectFrom('integration_workspaces')
    .select('integration_token as token')
    .where('workspace_token', '=', workspace)
    .execute();
  return rows.map(({ token }) => token);
}

/** Accounts with resources, or with costs in the last 60 days. */
export async function readProviderAccounts(
  db: Db,
  store: CostStore,
  scope: CostScope,
  {
    integrations,
    today,
    isVisible,
  }: { integrations: readonly string[]; today: string; isVisible: RawBuilder<SqlBool> },
): Promise<ProviderAccount[]> {
  const { rows } = await sql<{ provider: string; account: string | null; integration: string }>`
    select distinct provider, ${findingAccount} as account, integration_token as integration
    from current_resources as resources where integration_token = any(${[...integrations]}) and ${isVisible}`.execute(
    db,
  );
  const recent = scope.loads.filter(({ last }) => last >= addDays(today, -60)).map(({ id }) => id);
  const billed =
    recent.length === 0
      ? []
      : await selectRows<(typeof rows)[number]>(
          store.client,
          clickhouse`SELECT DISTINCT provider, ${lineAccount} AS account, integration_token AS integration
            FROM account_costs WHERE load_id IN ${clickhouse.bind('Array(UInt32)', recent)}`,
        );
  const accounts = new Map<
    string,
    { provider: string; accountId: string | null; of: Set<string> }
  >();
  for (const { provider, account, integration } of [...rows, ...billed]) {
    const key = `${provider} ${account ?? ''}`;
    const known = accounts.get(key) ?? { provider, accountId: account, of: new Set<string>() };
    accounts.set(key, known);
    known.of.add(integration);
  }
  return [...accounts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { provider, accountId, of }]) => ({ provider, accountId, integrations: [...of] }));
}
