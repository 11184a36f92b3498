import { lockAccount } from '../../../platform/auth/lock-account.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound, unprocessable } from '../../../platform/lib/errors.js';
import type { Db } from '../../../platform/store/tables.js';
import { requireUnlimitedCredential } from '../users/index.js';
import { requiresSecondFactor } from './log-in-steps.js';
import { deleteRecoveryCodes } from './recovery-codes.js';
import { deleteFactor, readFactors } from './second-factor.js';

type User = Row<'users'>;

/** Removes one factor of a user who has just proved to be that user. */
export async function removeFactor(ctx: Context, user: User, token: string): Promise<void> {
  const factors = await readFactors(ctx.db, user.token);
  const row = factors.find((each) => each.token === token);
  if (!row) throw notFound('Second Factor');
  const isLast = factors.length === 1;
  if (isLast && (await requiresSecondFactor(ctx.db, user.token))) {
    throw unprocessable('The account requires a second factor; add another one first');
  }
  await deleteFactor(ctx, row);
  if (isLast) await deleteRecoveryCodes(ctx.db, user.token);
}

/** Removes all factors of a user who has lost them, and ends the user's sessions. */
export async function resetFactors(ctx: Context, user: User): Promise<void> {
  requireUnlimitedCredential(ctx.actor);
  if (user.token === ctx.actor.token) {
    throw unprocessable('Remove your own second factors in your profile');
  }
  const factors = await readFactors(ctx.db, user.token);
  if (factors.length === 0) throw unprocessable('The user has no second factor');
  for (const row of factors) await deleteFactor(ctx, row);
  await deleteRecoveryCodes(ctx.db, user.token);
  await ctx.db.deleteFrom('sessions').where('user_token', '=', user.token).execute();
}

/**
 * Sets whether users who log in with a password need a second factor. Those who have none are logged out,
 * and add one at their next log-in.
 */
export async function setRequirement(ctx: Context, isRequired: boolean): Promise<void> {
  requireUnlimitedCredential(ctx.actor);
  const { accountToken } = ctx.actor;
  await lockAccount(ctx.db, accountToken);
  if (isRequired) await requireOwnFactor(ctx);
  const before = await ctx.db
    .selectFrom('accounts')
    .select(['name', 'requires_second_factor'])
    .where('token', '=', accountToken)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('accounts')
    .set({ requires_second_factor: isRequired })
    .where('token', '=', accountToken)
    .execute();
  if (isRequired) await endUnprotectedSessions(ctx);
  await recordChange(ctx, {
    type: 'Account',
    token: accountToken,
    title: before.name,
    before: { requires_second_factor: before.requires_second_factor },
    after: { requires_second_factor: isRequired },
  });
}

/** Who requires it of others must not be the first one to be logged out. */
async function requireOwnFactor({ db, actor }: Context): Promise<void> {
  if (actor.sessionId === undefined) return;
  const unprotected = await unprotectedUsers(db, actor.accountToken)
    .where('token', '=', actor.token)
    .executeTakeFirst();
  if (unprotected) throw unprocessable('Add a second factor to your own profile first');
}

/** Users with a password and without a second factor. */
const unprotectedUsers = (db: Db, account: string) =>
  db
    .selectFrom('users')
    .select('token')
    .where('account_token', '=', account)
    .where('password_hash', 'is not', null)
    .where('token', 'not in', (eb) => eb.selectFrom('second_factors').select('user_token'));

async function endUnprotectedSessions({ db, actor }: Context): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_token', 'in', unprotectedUsers(db, actor.accountToken))
    .execute();
}
