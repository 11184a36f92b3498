import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { clearableToken } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { Links, pageLinks, pageOf, pageQuery } from '../../platform/kernel/paging.js';
import { present } from '../../platform/kernel/serialize.js';
import { type Row, Rows } from '../../platform/kernel/rows.js';
import type { OrganisationRole } from '../../platform/store/tables.js';
import { demandDashboard } from '../../domain/dashboards/dashboard-reference.js';

const User = z
  .object({
    token: z.string(),
    name: z.string().nullable().describe('null until the user has signed in.'),
    email: z.string(),
    role: z.string().describe('Owner, Integration Owner, Editor or Viewer'),
    default_dashboard_token: z.string().nullable(),
    last_seen_at: z.string().nullable().describe('Day of the last request.'),
  })
  .meta({ id: 'User' });

const roleNames: Record<OrganisationRole, string> = {
  owner: 'Owner',
  integration_owner: 'Integration Owner',
  editor: 'Editor',
  viewer: 'Viewer',
};

export const userRows = new Rows('users', 'User', {
  within: 'account',
  visible: (actor) => sql<SqlBool>`token = ${actor.token}`,
});

export function showUser(row: Row<'users'>): z.input<typeof User> {
  return present(User, row, { role: roleNames[row.role] });
}

/** The audit entry of a change to a user; `last_seen_at` moves by itself and is left out. */
export async function recordUser(
  ctx: Context,
  before: Row<'users'> | null,
  after: Row<'users'> | null,
): Promise<void> {
  const shown = (row: Row<'users'> | null) => row && { ...showUser(row), last_seen_at: null };
  const row = (after ?? before)!;
  await recordChange(ctx, {
    type: 'User',
    token: row.token,
    title: row.name ?? row.email,
    before: shown(before),
    after: shown(after),
  });
}

/** Sets the dashboard that a user lands on. */
export async function setDefaultDashboard(
  ctx: Context,
  user: Row<'users'>,
  dashboard: string | null | undefined,
): Promise<Row<'users'>> {
  if (dashboard === undefined) return user;
  await demandDashboard(ctx, dashboard, await ctx.services.actors.asUser(ctx.db, user));
  const changed = await userRows.update(ctx, user.token, { default_dashboard_token: dashboard });
  await recordUser(ctx, user, changed);
  return changed;
}

const getUsers = operation({
  id: 'getUsers',
  tag: 'Users',
  method: 'GET',
  path: '/v2/users',
  summary: 'List the users of the account',
  query: z.object(pageQuery),
  status: 200,
  errors: [403],
  role: 'owner',
  response: z.object({ links: Links, users: z.array(User) }).meta({ id: 'Users' }),
  run: async ({ query }, ctx) => {
    const page = pageOf(query);
    const { rows, total } = await userRows.list(ctx, page, []);
    return { links: pageLinks(ctx.origin, ctx.url, page, total), users: rows.map(showUser) };
  },
});

const params = z.object({ user_token: z.string() });

const getUser = operation({
  id: 'getUser',
  tag: 'Users',
  method: 'GET',
  path: '/v2/users/{user_token}',
  summary: 'Read a user',
  params,
  status: 200,
  errors: [404],
  response: User,
  run: async (input, ctx) => showUser(await userRows.load(ctx, input.params.user_token)),
});

const updateUser = operation({
  id: 'updateUser',
  tag: 'Users',
  method: 'PUT',
  path: '/v2/users/{user_token}',
  summary: 'Set the default dashboard of a user',
  params,
  body: z
    .object({ default_dashboard_token: clearableToken().optional() })
    .meta({ id: 'updateUser' }),
  status: 200,
  errors: [404, 422],
  response: User,
  run: async (input, ctx) => {
    const user = await userRows.loadToChange(ctx, input.params.user_token);
    return showUser(await setDefaultDashboard(ctx, user, input.body.default_dashboard_token));
  },
});

export const users = [getUsers, getUser, updateUser];
