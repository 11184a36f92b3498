import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { endCredential } from './credential.js';
import { requireOtherOwner } from './organisation-role.js';
import { users } from './user.js';

/**
 * Deactivates a user, which ends sessions, links and credentials at once, or lets a deactivated one log in
 * again. What has ended stays ended.
 */
export async function setActive(
  ctx: Context,
  user: Row<'users'>,
  isActive: boolean,
): Promise<Row<'users'>> {
  const wasActive = user.deactivated_at === null;
  if (isActive === wasActive) return user;
  if (!isActive) {
    await requireOtherOwner(ctx, user, 'The last owner of an account cannot be deactivated');
    await endAccess(ctx, user.token);
  }
  const changed = await users.rows.update(ctx, user.token, {
    deactivated_at: isActive ? null : ctx.now,
  });
  await users.record(ctx, changed, { active: wasActive }, { active: isActive });
  return changed;
}

async function endAccess(ctx: Context, user: string): Promise<void> {
  const { db } = ctx;
  await db.deleteFrom('sessions').where('user_token', '=', user).execute();
  await db.deleteFrom('password_tickets').where('user_token', '=', user).execute();
  await db.deleteFrom('second_factor_challenges').where('user_token', '=', user).execute();
  const credentials = await db
    .selectFrom('credentials')
    .select('id')
    .where('user_token', '=', user)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of credentials) await endCredential(ctx, id);
}
