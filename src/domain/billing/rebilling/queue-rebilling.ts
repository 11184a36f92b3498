import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db } from '../../../platform/store/tables.js';

export const rebillingJob = 'rebill-managed-accounts';

/** Queues the rebilling of managed accounts, in the transaction of what changes their rules or delegations. */
export async function queueRebilling(
  { services, db }: { services: Pick<Services, 'enqueue'>; db: Db },
  managedAccounts: readonly string[],
): Promise<void> {
  for (const token of new Set(managedAccounts)) {
    await services.enqueue(rebillingJob, { managed_account_token: token }, db);
  }
}

/** Queues the rebilling of the managed accounts that have a rule. */
export async function queueRebillingOfRule(
  ctx: { services: Pick<Services, 'enqueue'>; db: Db },
  rule: string,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('managed_account_billing_rules')
    .select('managed_account_token')
    .where('billing_rule_token', '=', rule)
    .execute();
  await queueRebilling(
    ctx,
    rows.map((row) => row.managed_account_token),
  );
}

/** Queues the rebilling of the managed accounts that see an integration whose costs have changed. */
export async function queueRebillingOf(
  services: Pick<Services, 'enqueue'>,
  integration: string,
  db: Db,
): Promise<void> {
  const { rows } = await sql<{ token: string }>`
    select distinct m.token from integration_workspaces w join workspaces s on s.token = w.workspace_token
      join managed_accounts m on m.token = s.account_token
    where w.integration_token = ${integration}
      and exists (select 1 from managed_account_billing_rules a where a.managed_account_token = m.token)`.execute(
    db,
  );
  const accounts = rows.map(({ token }) => token);
  await queueRebilling({ services, db }, accounts);
}
