import { sql } from 'kysely';
import type { Context } from '../../platform/kernel/context.js';
import type { Row } from '../../platform/kernel/rows.js';
import { unprocessable } from '../../platform/lib/errors.js';
import type { OrganisationRole } from '../../platform/store/tables.js';
import { recordUser, users } from './user.js';

/** Sets the organisation role of a user, which is also the role in the team Everyone. */
export async function setOrganisationRole(
  ctx: Context,
  user: Row<'users'>,
  role: OrganisationRole,
): Promise<Row<'users'>> {
  // Locked, so that two owners cannot demote each other at the same time.
  await sql`select 1 from accounts where token = ${user.account_token} for update`.execute(ctx.db);
  if (role !== 'owner' && (await isLastOwner(ctx, user))) {
    throw unprocessable('The last owner of an account cannot lose the owner role');
  }
  const changed = await users.rows.update(ctx, user.token, { role });
  await recordUser(ctx, user, changed);
  return changed;
}

/** Whether the user is the only owner of the account. */
export async function isLastOwner(ctx: Context, user: Row<'users'>): Promise<boolean> {
  if (user.role !== 'owner') return false;
  const { owners } = await ctx.db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('account_token', '=', user.account_token)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return owners === 1;
}
