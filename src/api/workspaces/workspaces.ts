import { sql } from 'kysely';
import { z } from 'zod';
import { currencies, workspaces, seedWorkspace } from '../../domain/account/workspaces/index.js';
import { linkDelegations } from '../../domain/billing/managed-accounts/index.js';
import { choice, emptyValueRules, title } from '../../platform/kernel/fields.js';
import { resource } from '../../platform/kernel/resource.js';
import { unprocessable } from '../../platform/lib/errors.js';

const currency = z
  .string()
  .refine((code) => currencies.includes(code), { error: 'does not have a valid value' })
  .register(emptyValueRules, { blank: 'absent' });

const fields = {
  name: title(),
  enable_currency_conversion: z.boolean().optional(),
  currency: currency.optional(),
  exchange_rate_date: choice(['daily_rate', 'end_of_billing_period_rate']).optional(),
};

export const workspaceResource = resource(workspaces, {
  one: 'workspace',
  many: 'workspaces',
  tag: 'Workspaces',
  duplicates: { workspaces_name: 'Name has already been taken' },
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
  afterSave: async (row, _body, ctx, isNew) => {
    if (isNew) await seedWorkspace(ctx.db, row);
    return false;
  },
  beforeDelete: async (row, ctx) => {
    // Locked, so that two concurrent deletions cannot remove the last two workspaces.
    await sql`select 1 from accounts where token = ${row.account_token} for update`.execute(ctx.db);
    const { count } = await ctx.db
      .selectFrom('workspaces')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_token', '=', row.account_token)
      .executeTakeFirstOrThrow();
    if (count === 1) throw unprocessable('The last workspace of an account cannot be deleted');
    await linkDelegations(ctx.db, row.account_token, row.token);
  },
});
