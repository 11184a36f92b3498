import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type Actor, hasRole, isOwner, reachableWorkspaces } from '../../platform/auth/actor.js';
import { entity } from '../../platform/kernel/entity.js';

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
      .describe('Name of a custom provider, otherwise the billed account.'),
    status: z.enum(statuses),
    last_updated: z.string().nullable().describe('When the last successful import finished.'),
    workspace_tokens: z.array(z.string()).describe('Workspaces that include its costs.'),
    managed_account_tokens: z.array(z.string()),
    managed_accounts: z.array(z.object({ token: z.string(), name: z.string() })),
    created_at: z.string(),
  })
  .meta({ id: 'Integration' });

export const integrations = entity({
  table: 'integrations',
  prefix: 'accss_crdntl',
  kind: 'Integration',
  titleOf: (row) => row.name,
  access: { within: 'account', write: 'integration_owner', visible: visibleIntegrations },
  model: Integration,
  unversioned: ['status', 'last_updated'],
  computed: {
    workspace_tokens: {
      sql: sql`array(select workspace_token from integration_workspaces links
        where links.integration_token = integrations.token order by links.id)`,
      initial: [],
    },
  },
  derive: async () => () => ({ managed_account_tokens: [], managed_accounts: [] }),
});

/**
 * Row filter: members see the integrations of their workspaces. Integration owners also see those that are
 * in no workspace yet, so that they can assign them.
 */
export function visibleIntegrations(actor: Actor): RawBuilder<SqlBool> {
  if (isOwner(actor)) return sql<SqlBool>`true`;
  const isReachable = sql<SqlBool>`exists (select 1 from integration_workspaces w
    where w.integration_token = token and w.workspace_token = any(${reachableWorkspaces(actor)}))`;
  if (!hasRole(actor, 'integration_owner')) return isReachable;
  return sql<SqlBool>`(${isReachable} or not exists (select 1 from integration_workspaces w
    where w.integration_token = token))`;
}
