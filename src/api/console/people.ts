import { z } from 'zod';
import { choice, title } from '../../platform/kernel/fields.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import {
  removeUser,
  setOrganisationRole,
  User,
  emailTaken,
  users,
  LogInMethods,
  readLogInMethods,
  inviteUser,
  createPasswordLink,
} from '../../domain/people/users/index.js';

const role = choice(['owner', 'integration_owner', 'editor', 'viewer']);
const params = z.object({ user_token: z.string() });
const InvitedUser = User.extend({ link: z.string().describe('Link to set a password.') });

const createUser = operation({
  id: 'inviteUser',
  tag: 'Console',
  method: 'POST',
  path: '/console/users',
  summary: 'Invite a user; the response contains the invitation link',
  body: z.object({ email: z.email(), role: role.default('viewer'), name: title().optional() }),
  status: 201,
  errors: [400, 403, 422],
  duplicates: emailTaken,
  role: 'owner',
  response: InvitedUser,
  run: async ({ body }, ctx) => {
    const { user, link } = await inviteUser(ctx, body);
    return { ...(await users.serialize(user, ctx)), link };
  },
});

const getLogInMethods = operation({
  id: 'getLogInMethods',
  tag: 'Console',
  method: 'GET',
  path: '/console/users/log_in_methods',
  summary: 'List how each user of the account logs in',
  status: 200,
  errors: [403],
  role: 'owner',
  response: z.object({ log_in_methods: z.array(LogInMethods) }),
  run: async (_input, ctx) => ({ log_in_methods: await readLogInMethods(ctx) }),
});

const version = (input: { params: { user_token: string } }, ctx: Context, forUpdate: boolean) =>
  users.version(ctx, input.params.user_token, forUpdate);

const setRole = operation({
  id: 'setUserRole',
  tag: 'Console',
  method: 'PUT',
  path: '/console/users/{user_token}',
  summary: 'Set the organization role of a user',
  params,
  body: z.object({ role }),
  status: 200,
  errors: [400, 404, 422],
  role: 'owner',
  response: User,
  version,
  run: async (input, ctx) => {
    const user = await users.rows.loadForUpdate(ctx, input.params.user_token);
    return users.serialize(await setOrganisationRole(ctx, user, input.body.role), ctx);
  },
});

const deleteUser = operation({
  id: 'deleteUser',
  tag: 'Console',
  method: 'DELETE',
  path: '/console/users/{user_token}',
  summary: 'Delete a user with all credentials; objects that the user created stay',
  params,
  status: 204,
  errors: [404, 422],
  role: 'owner',
  version,
  run: async (input, ctx) =>
    removeUser(ctx, await users.rows.loadForUpdate(ctx, input.params.user_token)),
});

const resetPassword = operation({
  id: 'resetUserPassword',
  tag: 'Console',
  method: 'POST',
  path: '/console/users/{user_token}/password',
  summary: 'Create a password reset link for a user',
  params,
  status: 201,
  errors: [403, 404],
  role: 'owner',
  response: z.object({ link: z.string() }),
  run: async (input, ctx) => {
    const user = await users.rows.loadForUpdate(ctx, input.params.user_token);
    return { link: await createPasswordLink(ctx, user) };
  },
});

export const people = [getLogInMethods, createUser, setRole, deleteUser, resetPassword];
