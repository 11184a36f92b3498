import { lockAccount } from '../../../platform/auth/lock-account.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import type { OrganisationRole } from '../../../platform/store/tables.js';
import { recordUser, users } from './user.js';

/** Sets the organisation role of a user, which is also the role in the team Everyone. */
export async function setOrganisationRole(
  ctx: Context,
  user: Row<'users'>,
  role: OrganisationRole,
): Promise<Row<'users'>> {
  if (role !== 'owner') {
    await requireOtherOwner(ctx, user, 'The last owner of an account cannot lose the owner role');
  }
  const changed = await users.rows.update(ctx, user.token, { role });
  await recordUser(ctx, user, changed);
  return changed;
}

/** Deletes a user with all credentials; the objects that the user created stay. */
export async function removeUser(ctx: Context, user: Row<'users'>): Promise<void> {
  await requireOtherOwner(ctx, user, 'The last owner of an account cannot be deleted');
  await recordUser(ctx, user, null);
  await users.rows.delete(ctx, user.token);
}

/** The lock is held until the change commits, so that two owners cannot remove each other at the same time. */
export async function requireOtherOwner(
  ctx: Context,
  user: Row<'users'>,
  message: string,
): Promise<void> {
  await lockAccount(ctx.db, user.account_token);
  const other = await ctx.db
    .selectFrom('users')
    .select('token')
    .where('account_token', '=', user.account_token)
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .where('token', '<>', user.token)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw unprocessable(message);
}
