import { randomBytes } from 'node:crypto';
import { ApiError } from '../lib/errors.js';
import { addSeconds } from '../lib/time.js';
import type { Db } from '../store/tables.js';
import { hashPassword } from './passwords.js';
import { hashSecret } from '../lib/secrets.js';

const ticketDays = 7;

/** A one-time secret with which a user sets a password: an invitation, or a reset. */
export async function createTicket(db: Db, user: string, now: Date): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await db.deleteFrom('password_tickets').where('user_token', '=', user).execute();
  await db
    .insertInto('password_tickets')
    .values({
      user_token: user,
      secret_hash: hashSecret(secret),
      expires_at: addSeconds(now, ticketDays * 86_400),
    })
    .execute();
  return secret;
}

/** Uses a ticket up: sets the password and ends every session of the user. */
export async function redeemTicket(
  db: Db,
  redemption: { ticket: string; password: string; name?: string; now: Date },
): Promise<string> {
  const ticket = await db
    .deleteFrom('password_tickets')
    .where('secret_hash', '=', hashSecret(redemption.ticket))
    .where('expires_at', '>', redemption.now)
    .returning('user_token')
    .executeTakeFirst();
  if (!ticket)
    throw new ApiError(400, ['The link was used already or is out of date; ask for a new one']);
  await setPassword(db, ticket.user_token, redemption.password, redemption.name);
  return ticket.user_token;
}

async function setPassword(db: Db, user: string, password: string, name?: string) {
  const password_hash = await hashPassword(password);
  await db
    .updateTable('users')
    .set({ password_hash, ...(name ? { name } : {}) })
    .where('token', '=', user)
    .execute();
  await db.deleteFrom('sessions').where('user_token', '=', user).execute();
}
