import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { verifyPassword } from '../../platform/auth/log-in.js';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, unprocessable } from '../../platform/lib/errors.js';
import { title, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { setPassword, User, recordUser, users } from '../../domain/people/users/index.js';
import { password } from './session.js';

const setProfile = operation({
  id: 'setProfile',
  tag: 'Console',
  method: 'PUT',
  path: '/console/profile',
  summary: 'Update your name and default workspace',
  body: z.object({ name: title().optional(), default_workspace_token: token().optional() }),
  status: 200,
  errors: [400, 422],
  response: User,
  run: async ({ body }, ctx) => {
    const user = await currentUser(ctx);
    const workspace = body.default_workspace_token;
    if (workspace && !reachableWorkspaces(ctx.actor).includes(workspace)) {
      throw new UnknownReference('Workspace', 'default_workspace_token', workspace);
    }
    const changed = await users.rows.update(ctx, user.token, {
      name: body.name ?? user.name,
      default_workspace_token: workspace ?? user.default_workspace_token,
    });
    await recordUser(ctx, user, changed);
    return users.serialize(changed, ctx);
  },
});

const changePassword = operation({
  id: 'setPassword',
  tag: 'Console',
  method: 'PUT',
  path: '/console/profile/password',
  summary: 'Change your password and end all other sessions',
  body: z.object({ current_password: z.string(), password }),
  status: 204,
  errors: [400, 422, 429],
  // Failed attempts must be counted even though the request fails.
  ownTransaction: true,
  run: async ({ body }, ctx) => {
    const user = await currentUser(ctx);
    const attempt = { password: body.current_password, host: ctx.host, now: ctx.now };
    if (!(await verifyPassword(ctx.db, { ...attempt, user }))) {
      throw unprocessable('current_password is incorrect');
    }
    await ctx.services.db
      .transaction()
      .execute((db) => setPassword({ ...ctx, db }, user, { password: body.password }));
  },
});

/** The user who is logged in, with a lock. */
export function currentUser(ctx: Context): Promise<Row<'users'>> {
  if (ctx.actor.kind !== 'user') throw unprocessable('Service credentials have no profile');
  return users.rows.loadForUpdate(ctx, ctx.actor.token);
}

export const profile = [setProfile, changePassword];
