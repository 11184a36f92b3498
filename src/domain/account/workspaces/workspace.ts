import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { reachableWorkspaces } from '../../../platform/auth/actor.js';
import { entity } from '../../../platform/kernel/entity.js';

export const Workspace = z
  .object({
    token: z.string(),
    name: z.string(),
    created_at: z.string(),
    enable_currency_conversion: z
      .boolean()
      .describe('Whether costs are converted to the currency of the workspace.'),
    currency: z.string(),
    exchange_rate_date: z
      .string()
      .describe('Which exchange rate applies: daily_rate or end_of_billing_period_rate.'),
  })
  .meta({ id: 'Workspace' });

export const workspaces = entity({
  table: 'workspaces',
  prefix: 'wrkspc',
  kind: 'Workspace',
  title: 'name',
  page: '/workspaces/{token}',
  access: {
    within: 'account',
    write: 'owner',
    visible: (actor) => sql<SqlBool>`token = any(${reachableWorkspaces(actor)})`,
  },
  model: Workspace,
});
