import { z } from 'zod';
import { User, setDefaultDashboard, users } from '../../domain/people/users/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { clearableToken } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { pagedOperation } from '../../platform/kernel/paged-operation.js';

const getUsers = pagedOperation({
  id: 'getUsers',
  tag: 'Users',
  path: '/v2/users',
  summary: 'List the users of the account',
  errors: [403],
  role: 'owner',
  response: { users: z.array(User) },
  responseId: 'Users',
  read: async (_input, ctx, page) => {
    const { rows, total } = await users.rows.list(ctx, page, []);
    return {
      rowCount: total,
      users: await users.serializeRows(rows, ctx),
    };
  },
});

const params = z.object({ user_token: z.string() });

const version = (input: { params: { user_token: string } }, ctx: Context, forUpdate: boolean) =>
  users.version(ctx, input.params.user_token, forUpdate);

const getUser = operation({
  id: 'getUser',
  tag: 'Users',
  method: 'GET',
  path: '/v2/users/{user_token}',
  summary: 'Get a user',
  params,
  status: 200,
  errors: [404],
  response: User,
  version,
  run: async (input, ctx) =>
    users.serialize(await users.rows.load(ctx, input.params.user_token), ctx),
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
  version,
  run: async (input, ctx) => {
    const user = await users.rows.loadForUpdate(ctx, input.params.user_token);
    const changed = await setDefaultDashboard(ctx, user, input.body.default_dashboard_token);
    return users.serialize(changed, ctx);
  },
});

export const userOperations = [getUsers, getUser, updateUser];
