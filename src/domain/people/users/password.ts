import { hashPassword } from '../../../platform/auth/passwords.js';
import {
  createPasswordLinkSecret,
  redeemPasswordLink,
} from '../../../platform/auth/password-links.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { requireUnlimitedCredential } from './credential.js';
import { recordUser, users } from './user.js';

/** Creates a one-time link for setting a password. */
export async function createPasswordLink(ctx: Context, user: Row<'users'>): Promise<string> {
  requireUnlimitedCredential(ctx.actor);
  const secret = await createPasswordLinkSecret(ctx.db, user.token, ctx.now);
  await recordUser(ctx, user, user, { password_link: [null, secret] });
  return `${ctx.linkOrigin}/welcome?ticket=${secret}`;
}

/** Sets the password of the user that a link was created for, who acts from here on. */
export async function setPasswordByLink(
  ctx: Context,
  { ticket, ...changes }: { ticket: string; password: string; name?: string },
): Promise<Row<'users'>> {
  const token = await redeemPasswordLink(ctx.db, ticket, ctx.now);
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const actor = await ctx.services.actors.forUser(ctx.db, user);
  return setPassword({ ...ctx, actor }, user, changes);
}

/** Sets the password of a user and ends all other sessions of that user. */
export async function setPassword(
  ctx: Context,
  user: Row<'users'>,
  { password, name = user.name }: { password: string; name?: string | null },
): Promise<Row<'users'>> {
  const password_hash = await hashPassword(password);
  const changed = await users.rows.update(ctx, user.token, { password_hash, name });
  await ctx.db
    .deleteFrom('sessions')
    .where('user_token', '=', user.token)
    .where('id', '!=', ctx.actor.sessionId ?? 0)
    .execute();
  await recordUser(ctx, user, changed, { password: [user.password_hash, password_hash] });
  return changed;
}
