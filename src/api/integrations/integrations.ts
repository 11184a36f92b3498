import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { listedIntegrations, assignWorkspaces } from '../../domain/intake/integrations/index.js';
import {
  providerKeys,
  customProviderToken,
  resolveProvider,
} from '../../domain/costs/providers/index.js';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import type { Context } from '../../platform/kernel/context.js';
import { openApiSchemas, tokens } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';
import { UnknownReference, badRequest, forbidden } from '../../platform/lib/errors.js';

const provider = z
  .string()
  .refine((key) => resolveProvider(key) !== null, { error: 'does not have a valid value' })
  .register(openApiSchemas, { type: 'string', enum: providerKeys });

export const integrationResource = resource(listedIntegrations, {
  one: 'integration',
  many: 'integrations',
  tag: 'Integrations',
  // Each kind of integration is created at its own path.
  create: z.object({}),
  update: z.object({ workspace_tokens: tokens().min(1) }).partial(),
  filters: z.object({
    provider: provider.optional(),
    account_identifier: z.string().optional().describe('Requires provider.'),
  }),
  where: (query) => {
    const { provider: key, account_identifier: account } = query as Record<string, string>;
    if (account !== undefined && key === undefined) {
      throw badRequest('account_identifier requires provider');
    }
    return [
      ...(key === undefined ? [] : [hasProvider(key)]),
      ...(account === undefined ? [] : [sql<SqlBool>`account_identifier = ${account}`]),
    ];
  },
  columns: (body, ctx, current) => {
    requireWorkspaces(body.workspace_tokens, ctx, current);
    return {};
  },
  afterSave: async (row, body, ctx) => {
    if (!body.workspace_tokens) return false;
    await assignWorkspaces(ctx.db, row, body.workspace_tokens);
    // Costs that were imported before a workspace was assigned are visible now.
    await ctx.db
      .updateTable('integrations')
      .set({ status: 'imported' })
      .where('token', '=', row.token)
      .where('status', '=', 'importing')
      .where('last_updated', 'is not', null)
      .execute();
    return true;
  },
  // A running import must not restore costs that are deleted here.
  beforeDelete: async (row, ctx) => {
    requireWorkspaces([], ctx, row);
    await ctx.db
      .updateTable('loads')
      .set({ status: 'failed', reason: 'The integration was deleted.', finished_at: ctx.now })
      .where('integration_token', '=', row.token)
      .where('status', '=', 'running')
      .execute();
  },
});

/** Matches a provider key; `custom_provider:<token>` is one custom provider. */
function hasProvider(key: string) {
  const token = customProviderToken(key);
  return token
    ? sql<SqlBool>`provider = 'custom_provider' and token = ${token}`
    : sql<SqlBool>`provider = ${resolveProvider(key)}`;
}

/** Throws unless the caller has access to every workspace that is added or removed. */
function requireWorkspaces(
  requested: string[] | undefined,
  ctx: Context,
  current: Row<'integrations'> | undefined,
): void {
  if (!requested) return;
  const assigned = (current as { workspace_tokens?: string[] } | undefined)?.workspace_tokens ?? [];
  const reachable = new Set(reachableWorkspaces(ctx.actor));
  const isHidden = (workspace: string) => !reachable.has(workspace);
  const unknown = requested.find((token) => isHidden(token) && !assigned.includes(token));
  if (unknown !== undefined) throw new UnknownReference('Workspace', 'workspace_tokens', unknown);
  if (assigned.some((token) => isHidden(token) && !requested.includes(token))) {
    throw forbidden('The integration is also in a workspace that you have no access to');
  }
}
