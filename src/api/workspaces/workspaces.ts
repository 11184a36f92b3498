import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { furnishWorkspace } from '../../platform/auth/seed-workspace.js';
import { unprocessable } from '../../platform/lib/errors.js';
import { choice, manners, title } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { currencies } from '../../domain/workspaces/currencies.js';

export const Workspace = z
  .object({
    token: z.string(),
    name: z.string(),
    created_at: z.string(),
    enable_currency_conversion: z.boolean().describe('Costs are shown in one currency.'),
    currency: z.string(),
    exchange_rate_date: z
      .string()
      .describe('The day whose rate counts: that of the cost, or the last of its month.'),
  })
  .meta({ id: 'Workspace' });

const currency = z
  .string()
  .refine((code) => currencies.includes(code), { error: 'does not have a valid value' })
  .register(manners, { blank: 'absent' });

const fields = {
  name: title(),
  enable_currency_conversion: z.boolean().optional(),
  currency: currency.optional(),
  exchange_rate_date: choice(['daily_rate', 'end_of_billing_period_rate']).optional(),
};

export const workspaces = resource({
  table: 'workspaces',
  one: 'workspace',
  many: 'workspaces',
  tag: 'Workspaces',
  prefix: 'wrkspc',
  kind: 'Workspace',
  titleOf: (row) => row.name,
  access: {
    within: 'account',
    write: 'owner',
    visible: (actor) => sql<SqlBool>`token = any(${reachableWorkspaces(actor)})`,
  },
  model: Workspace,
  create: z.object(fields),
  update: z.object(fields).partial(),
  search: 'name',
  errors: { delete: [403, 404, 422] },
  columns: (body, _ctx, current) => {
    const merged = {
      enable_currency_conversion: current?.enable_currency_conversion ?? true,
      currency: current?.currency ?? 'USD',
      exchange_rate_date: current?.exchange_rate_date ?? 'daily_rate',
      ...body,
    };
    return merged.enable_currency_conversion ? merged : { ...merged, currency: 'USD' };
  },
  saved: async (row, _body, ctx, isNew) => {
    if (isNew) await furnishWorkspace(ctx.db, row);
    return false;
  },
  removing: async (row, ctx) => {
    // Locked, so that two deletions at once cannot both see another workspace left.
    await sql`select 1 from accounts where token = ${row.account_token} for update`.execute(ctx.db);
    const { count } = await ctx.db
      .selectFrom('workspaces')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_token', '=', row.account_token)
      .executeTakeFirstOrThrow();
    if (count === 1) throw unprocessable('The last workspace of an account cannot be deleted');
  },
});
