import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { OrganisationRole } from '../../../platform/store/tables.js';
import { requireDashboard } from '../../reports/dashboards/index.js';

export const User = z
  .object({
    token: z.string(),
    name: z.string().nullable().describe('null until the user has logged in.'),
    email: z.string(),
    role: z.string().describe('Owner, Integration Owner, Editor or Viewer'),
    default_dashboard_token: z.string().nullable(),
    last_seen_at: z.string().nullable().describe('Date of the last request.'),
  })
  .meta({ id: 'User' });

const roleNames: Record<OrganisationRole, string> = {
  owner: 'Owner',
  integration_owner: 'Integration Owner',
  editor: 'Editor',
  viewer: 'Viewer',
};

export const users = entity({
  table: 'users',
  prefix: 'usr',
  kind: 'User',
  title: (row) => row.name ?? row.email,
  page: '/users',
  access: { within: 'account', visible: (actor) => sql<SqlBool>`token = ${actor.token}` },
  model: User,
  unversioned: ['last_seen_at'],
  derive: async () => (row) => ({ role: roleNames[row.role] }),
});

/** Message for an email address that another user already has. */
export const emailTaken = { users_email: 'Email has already been taken' };

/**
 * Writes the audit entry of a change to a user; `last_seen_at` is left out because it is automatic. Of
 * `secrets`, pairs of the previous and the new value, it records only that they changed.
 */
export async function recordUser(
  ctx: Context,
  before: Row<'users'> | null,
  after: Row<'users'> | null,
  secrets: Record<string, readonly [previous: unknown, next: unknown]> = {},
): Promise<void> {
  const valuesOf = async (row: Row<'users'> | null, at: 0 | 1) =>
    row && {
      ...(await users.serialize(row, ctx)),
      last_seen_at: null,
      ...Object.fromEntries(Object.entries(secrets).map(([name, pair]) => [name, pair[at]])),
    };
  const values = [await valuesOf(before, 0), await valuesOf(after, 1)] as const;
  await users.record(ctx, (after ?? before)!, ...values, Object.keys(secrets));
}

/** Sets the dashboard that the console opens for a user. */
export async function setDefaultDashboard(
  ctx: Context,
  user: Row<'users'>,
  dashboard: string | null | undefined,
): Promise<Row<'users'>> {
  if (dashboard === undefined) return user;
  await requireDashboard(ctx, dashboard, await ctx.services.actors.forUser(ctx.db, user));
  const changed = await users.rows.update(ctx, user.token, { default_dashboard_token: dashboard });
  await recordUser(ctx, user, changed);
  return changed;
}
