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
  // Locked, so that two owners cannot take the role from each other at once.
  await sql`select 1 from accounts where token = ${user.account_token} for update`.execute(ctx.db);
  const { owners } = await ctx.db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('account_token', '=', user.account_token)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  if (user.role === 'owner' && role !== 'owner' && owners === 1) {
    throw unprocessable('The last owner of an account keeps that role');
  }
  const changed = await users.rows.update(ctx, user.token, { role });
  await recordUser(ctx, user, changed);
  return changed;
}
