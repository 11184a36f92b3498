import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Db } from '../../../platform/store/tables.js';
import { integrations } from '../../intake/integrations/index.js';
import { type ManagedAccountRow, readDelegations } from './managed-account.js';

/** Delegates exactly these integrations to a managed account, in this order; unknown ones are skipped. */
export async function delegateIntegrations(
  ctx: Context,
  account: ManagedAccountRow,
  requested: readonly string[],
): Promise<void> {
  const stored = await readDelegations(ctx.db, [account.token]);
  const before = stored.map(({ integration_token }) => integration_token);
  const after: string[] = [];
  for (const token of new Set(requested)) {
    // A member who cannot see a delegated integration can still send it back.
    if (before.includes(token) || (await integrations.rows.find(ctx, token))) after.push(token);
  }
  await ctx.db
    .deleteFrom('integration_delegations')
    .where('managed_account_token', '=', account.token)
    .execute();
  if (after.length > 0) {
    const owner = { managed_account_token: account.token };
    await ctx.db
      .insertInto('integration_delegations')
      .values(after.map((token, position) => ({ ...owner, integration_token: token, position })))
      .execute();
  }
  await linkDelegations(ctx.db, account.token);
  await recordDelegations(ctx, account, before, after);
}

/**
 * Shows the integrations that are delegated to an account in its first workspace, and only there; one that is
 * about to be deleted does not count.
 */
export async function linkDelegations(db: Db, account: string, deleted = ''): Promise<void> {
  const workspaces = await db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', account)
    .where('token', '!=', deleted)
    .orderBy('id')
    .execute();
  const [first] = workspaces;
  if (!first) return;
  await db
    .deleteFrom('integration_workspaces')
    .where(
      'workspace_token',
      'in',
      workspaces.map(({ token }) => token),
    )
    .where('integration_token', 'not in', ownIntegrations(db, account))
    .execute();
  const delegations = await readDelegations(db, [account]);
  if (delegations.length === 0) return;
  await db
    .insertInto('integration_workspaces')
    .values(
      delegations.map(({ integration_token }) => ({
        integration_token,
        workspace_token: first.token,
      })),
    )
    .execute();
}

const ownIntegrations = (db: Db, account: string) =>
  db.selectFrom('integrations').select('token').where('account_token', '=', account);

async function recordDelegations(
  ctx: Context,
  account: ManagedAccountRow,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const changed = [
    ...before.filter((token) => !after.includes(token)),
    ...after.filter((token) => !before.includes(token)),
  ];
  if (changed.length === 0) return;
  const rows = await ctx.db
    .selectFrom('integrations')
    .select(['token', 'name'])
    .where('token', 'in', changed)
    .execute();
  for (const { token, name } of rows) {
    const values = { integration_token: token, managed_account_token: account.token };
    await recordChange(ctx, {
      type: 'Integration Delegation',
      token,
      title: `${name} to ${account.name}`,
      before: after.includes(token) ? null : values,
      after: after.includes(token) ? values : null,
    });
  }
}
