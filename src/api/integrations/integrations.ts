import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type Actor, hasRole, reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, badRequest } from '../../platform/lib/errors.js';
import { described, tokens } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { providerKeys } from '../../domain/providers/providers.js';
import { customProviderToken, resolveProvider } from '../../domain/providers/resolve-provider.js';

const statuses = [
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
      .describe('The name of a custom provider, else the account that is billed.'),
    status: z.enum(statuses),
    last_updated: z
      .string()
      .nullable()
      .describe('When the last import finished that did not fail.'),
    workspace_tokens: z.array(z.string()).describe('Workspaces that show its costs.'),
    managed_account_tokens: z.array(z.string()),
    managed_accounts: z.array(z.object({ token: z.string(), name: z.string() })),
    created_at: z.string(),
  })
  .meta({ id: 'Integration' });

const provider = z
  .string()
  .refine((key) => resolveProvider(key) !== null, { error: 'does not have a valid value' })
  .register(described, { type: 'string', enum: providerKeys });

export const integrations = resource({
  table: 'integrations',
  one: 'integration',
  many: 'integrations',
  tag: 'Integrations',
  prefix: 'accss_crdntl',
  kind: 'Integration',
  titleOf: (row) => row.name,
  access: {
    within: 'account',
    write: 'integration_owner',
    visible: visibleIntegrations,
  },
  model: Integration,
  // Each kind of integration is made at a path of its own.
  create: z.object({}),
  update: z.object({ workspace_tokens: tokens().min(1) }).partial(),
  filters: z.object({
    provider: provider.optional(),
    account_identifier: z.string().optional().describe('Needs provider.'),
  }),
  where: (query) => {
    const { provider: wanted, account_identifier: account } = query as Record<string, string>;
    if (account !== undefined && wanted === undefined) {
      throw badRequest('account_identifier needs a provider beside it');
    }
    return [
      ...(wanted === undefined ? [] : [isOf(wanted)]),
      ...(account === undefined ? [] : [sql<SqlBool>`account_identifier = ${account}`]),
    ];
  },
  columns: (body, ctx, current) => {
    demandWorkspaces(body.workspace_tokens, ctx, current);
    return {};
  },
  saved: async (row, body, ctx) => {
    if (!body.workspace_tokens) return false;
    await replaceLinks(ctx.db, 'integration_workspaces', {
      owner: { integration_token: row.token },
      column: 'workspace_token',
      tokens: body.workspace_tokens,
    });
    // Costs that waited for a workspace are visible from here on.
    await ctx.db
      .updateTable('integrations')
      .set({ status: 'imported' })
      .where('token', '=', row.token)
      .where('status', '=', 'importing')
      .where('last_updated', 'is not', null)
      .execute();
    return true;
  },
  // An import that is under way must not bring back what is deleted here.
  removing: async (row, ctx) => {
    await ctx.db
      .updateTable('loads')
      .set({ status: 'failed', reason: 'The integration was deleted.', finished_at: ctx.now })
      .where('integration_token', '=', row.token)
      .where('status', '=', 'running')
      .execute();
  },
  computed: {
    workspace_tokens: {
      sql: sql`array(select workspace_token from integration_workspaces links
        where links.integration_token = integrations.token order by links.id)`,
      ofNew: [],
    },
  },
  derive: async () => () => ({ managed_account_tokens: [], managed_accounts: [] }),
});

/** Members see what lies in their workspaces; those who write integrations see all. */
export function visibleIntegrations(actor: Actor): RawBuilder<SqlBool> {
  return hasRole(actor, 'integration_owner')
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from integration_workspaces w
        where w.integration_token = token and w.workspace_token = any(${reachableWorkspaces(actor)}))`;
}

/** `custom_provider:<token>` is the key under which one custom provider's costs go. */
function isOf(wanted: string) {
  const token = customProviderToken(wanted);
  return token
    ? sql<SqlBool>`provider = 'custom_provider' and token = ${token}`
    : sql<SqlBool>`provider = ${resolveProvider(wanted)}`;
}

/** Workspaces the caller reaches, and those it is assigned to already. */
function demandWorkspaces(
  wanted: string[] | undefined,
  ctx: Context,
  current: Row<'integrations'> | undefined,
): void {
  const assigned = (current as { workspace_tokens?: string[] } | undefined)?.workspace_tokens;
  const known = new Set([...reachableWorkspaces(ctx.actor), ...(assigned ?? [])]);
  const unknown = wanted?.find((workspace) => !known.has(workspace));
  if (unknown) throw new UnknownReference('Workspace', 'workspace_tokens', unknown);
}
