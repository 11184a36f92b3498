import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { deniedObjects } from '../../../platform/auth/access.js';
import { type Actor, hasRole, isOwner, reachableWorkspaces } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { type EntityDeclaration, entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';

export const integrationStatuses = [
  'connected',
  'error',
  'pending',
  'importing',
  'imported',
  'disconnected',
] as const;

export const Integration = z
  .object({
    token: z.string(),
    provider: z.string(),
    account_identifier: z
      .string()
      .nullable()
      .describe('Name of a custom provider, otherwise the billed account.'),
    status: z.enum(integrationStatuses),
    last_updated: z.string().nullable().describe('When the last successful import finished.'),
    workspace_tokens: z.array(z.string()).describe('Workspaces that include its costs.'),
    managed_account_tokens: z
      .array(z.string())
      .describe('Managed accounts that the integration is delegated to.'),
    managed_accounts: z.array(z.object({ token: z.string(), name: z.string() })),
    created_at: z.string(),
  })
  .meta({ id: 'Integration' });

const declaration: EntityDeclaration<'integrations', typeof Integration> = {
  table: 'integrations',
  prefix: 'accss_crdntl',
  kind: 'Integration',
  title: 'name',
  page: '/integrations/{token}',
  access: { within: 'account', write: 'integration_owner', visible: visibleIntegrations },
  model: Integration,
  unversioned: ['status', 'last_updated'],
  computed: {
    // The workspaces of managed accounts are none of the integration's own.
    workspace_tokens: {
      sql: sql`array(select links.workspace_token from integration_workspaces links
        join workspaces on workspaces.token = links.workspace_token
          and workspaces.account_token = integrations.account_token
        where links.integration_token = integrations.token order by links.id)`,
      initial: [],
    },
  },
  derive: deriveDelegations,
};

/** Integrations of the account. */
export const integrations = entity(declaration);

/** Integrations that the account sees: its own, and read-only those that are delegated to it. */
export const listedIntegrations = entity({
  ...declaration,
  access: {
    within: 'account',
    write: 'integration_owner',
    visible: visibleIntegrations,
    shared: ({ accountToken }) => sql<SqlBool>`exists (select 1 from integration_delegations d
      where d.integration_token = integrations.token and d.managed_account_token = ${accountToken})`,
  },
});

/**
 * The managed accounts that integrations are delegated to. A managed account sees of a delegated integration
 * only its own workspace, and nothing of where else it is used.
 */
async function deriveDelegations(rows: Row<'integrations'>[], { db, actor }: Context) {
  const delegations = await readDelegations(
    db,
    rows.filter((row) => row.account_token === actor.accountToken).map(({ token }) => token),
  );
  const denied = new Set(isOwner(actor) ? [] : deniedObjects(actor));
  const isOutdated = await hasOutdatedCosts(db, actor.accountToken);
  const stateOf = ({ status }: Row<'integrations'>) =>
    isOutdated && status === 'imported' ? { status: 'error' as const } : {};
  const delegated = rows.filter((row) => row.account_token !== actor.accountToken);
  const links = await readLinks(
    db,
    delegated.map(({ token }) => token),
    reachableWorkspaces(actor),
  );
  return (row: Row<'integrations'>) => {
    if (row.account_token !== actor.accountToken) {
      const own = links.filter((link) => link.integration_token === row.token);
      return {
        ...stateOf(row),
        workspace_tokens: own.map((link) => link.workspace_token),
        managed_account_tokens: [],
        managed_accounts: [],
      };
    }
    const accounts = delegations
      .filter((each) => each.integration_token === row.token && !denied.has(each.token))
      .map(({ token, name }) => ({ token, name }));
    return {
      ...stateOf(row),
      managed_account_tokens: accounts.map(({ token }) => token),
      managed_accounts: accounts,
    };
  };
}

/** Whether billing rules could not be applied, so that a managed account sees costs as they were before. */
async function hasOutdatedCosts(db: Db, account: string): Promise<boolean> {
  const found = await db
    .selectFrom('managed_accounts')
    .select('token')
    .where('token', '=', account)
    .where('rebilling_failure', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function readDelegations(db: Db, integrationTokens: readonly string[]) {
  if (integrationTokens.length === 0) return [];
  return db
    .selectFrom('integration_delegations as d')
    .innerJoin('accounts as a', 'a.token', 'd.managed_account_token')
    .select(['d.integration_token', 'a.token', 'a.name'])
    .where('d.integration_token', 'in', integrationTokens)
    .orderBy('a.id')
    .execute();
}

async function readLinks(
  db: Db,
  integrationTokens: readonly string[],
  workspaces: readonly string[],
) {
  if (integrationTokens.length === 0) return [];
  return db
    .selectFrom('integration_workspaces')
    .select(['integration_token', 'workspace_token'])
    .where('integration_token', 'in', integrationTokens)
    .where('workspace_token', '=', sql<string>`any(${workspaces})`)
    .orderBy('id')
    .execute();
}

/**
 * Row filter: members see the integrations of their workspaces. Integration owners also see those that are
 * in no workspace of the account yet, so that they can assign them.
 */
export function visibleIntegrations(actor: Actor): RawBuilder<SqlBool> {
  if (isOwner(actor)) return sql<SqlBool>`true`;
  const isIn = (workspaces: string[]) => sql<SqlBool>`exists (select 1 from integration_workspaces w
    where w.integration_token = token and w.workspace_token = any(${workspaces}))`;
  const isReachable = isIn(reachableWorkspaces(actor));
  if (!hasRole(actor, 'integration_owner')) return isReachable;
  return sql<SqlBool>`(${isReachable} or not ${isIn(actor.accountWorkspaces)})`;
}
