import { randomBytes } from 'node:crypto';
import { ApiError } from '../lib/errors.js';
import { addSeconds } from '../lib/time.js';
import type { Db } from '../store/tables.js';
import { hashSecret } from '../lib/secrets.js';

const validDays = 7;

/** Creates the one-time secret of an invitation or password reset link; it replaces earlier ones. */
export async function createPasswordLinkSecret(db: Db, user: string, now: Date): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await db.deleteFrom('password_tickets').where('user_token', '=', user).execute();
  await db
    .insertInto('password_tickets')
    .values({
      user_token: user,
      secret_hash: hashSecret(secret),
      expires_at: addSeconds(now, validDays * 86_400),
    })
    .execute();
  return secret;
}

/** Redeems a link, which can be used once, and returns the user that it was created for. */
export async function redeemPasswordLink(db: Db, ticket: string, now: Date): Promise<string> {
  const redeemed = await db
    .deleteFrom('password_tickets')
    .where('secret_hash', '=', hashSecret(ticket))
    .where('expires_at', '>', now)
    .returning('user_token')
    .executeTakeFirst();
  if (!redeemed) {
    throw new ApiError(400, ['The link has expired or was already used; ask for a new one']);
  }
  return redeemed.user_token;
}
