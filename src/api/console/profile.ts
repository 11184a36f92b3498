import { z } from 'zod';
import { reachableWorkspaces } from '../../platform/auth/actor.js';
import { isRightPassword } from '../../platform/auth/log-in.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import type { Context } from '../../platform/kernel/context.js';
import { UnknownReference, unprocessable } from '../../platform/lib/errors.js';
import { title, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { User, recordUser, users } from '../../domain/people/user.js';
import { password } from './session.js';

const setProfile = operation({
  id: 'setProfile',
  tag: 'Console',
  method: 'PUT',
  path: '/console/profile',
  summary: 'Set the own name and the workspace to start in',
  body: z.object({ name: title().optional(), default_workspace_token: token().optional() }),
  status: 200,
  errors: [400, 422],
  response: User,
  run: async ({ body }, ctx) => {
    const user = await ownUser(ctx);
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

const setPassword = operation({
  id: 'setPassword',
  tag: 'Console',
  method: 'PUT',
  path: '/console/profile/password',
  summary: 'Set a new password; sessions on other devices end',
  body: z.object({ current_password: z.string(), password }),
  status: 204,
  errors: [400, 422, 429],
  // A wrong guess must be counted although the request fails.
  ownTransaction: true,
  run: async ({ body }, ctx) => {
    const user = await ownUser(ctx);
    const attempt = { password: body.current_password, host: ctx.host, now: ctx.now };
    if (!(await isRightPassword(ctx.db, { ...attempt, user }))) {
      throw unprocessable('current_password is wrong');
    }
    const password_hash = await hashPassword(body.password);
    await ctx.services.db.transaction().execute(async (db) => {
      await users.rows.update({ ...ctx, db }, user.token, { password_hash });
      await db
        .deleteFrom('sessions')
        .where('user_token', '=', user.token)
        .where('id', '!=', ctx.actor.sessionId ?? 0)
        .execute();
    });
  },
});

function ownUser(ctx: Context): Promise<Row<'users'>> {
  if (ctx.actor.kind !== 'user') throw unprocessable('Only people have a profile');
  return users.rows.loadForUpdate(ctx, ctx.actor.token);
}

export const profile = [setProfile, setPassword];
