import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { ApiError } from '../../../platform/lib/errors.js';
import { hashSecret } from '../../../platform/lib/secrets.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';

const validSeconds = 5 * 60;

export type Challenge = Selectable<Tables['second_factor_challenges']>;
type Purpose = Challenge['purpose'];

/** Stores what a user has begun, and returns the ticket with which it is finished. */
export async function createChallenge(
  db: Db,
  begun: { user: string; purpose: Purpose; now: Date; totpSecret?: Buffer; passkey?: string },
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url');
  await db
    .insertInto('second_factor_challenges')
    .values({
      user_token: begun.user,
      purpose: begun.purpose,
      secret_hash: hashSecret(ticket),
      totp_secret: begun.totpSecret ?? null,
      passkey_challenge: begun.passkey ?? null,
      expires_at: addSeconds(begun.now, validSeconds),
    })
    .execute();
  return ticket;
}

/** The challenge of a ticket; throws once it is finished or expired. */
export async function findChallenge(
  db: Db,
  ticket: string,
  purpose: Purpose,
  now: Date,
): Promise<Challenge> {
  const found = await db
    .selectFrom('second_factor_challenges')
    .selectAll()
    .where('secret_hash', '=', hashSecret(ticket))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) throw expired(purpose);
  return found;
}

/** Ends a challenge, so that its ticket works once; throws when another request was faster. */
export async function endChallenge(db: Db, { id, purpose }: Challenge): Promise<void> {
  const ended = await db
    .deleteFrom('second_factor_challenges')
    .where('id', '=', id)
    .executeTakeFirst();
  if (ended.numDeletedRows !== 1n) throw expired(purpose);
}

/** Sets what is asked next in the course of a challenge. */
export async function updateChallenge(
  db: Db,
  { id }: Challenge,
  next: { totp_secret: Buffer } | { passkey_challenge: string },
): Promise<void> {
  await db.updateTable('second_factor_challenges').set(next).where('id', '=', id).execute();
}

/** The value that a passkey had to sign; whoever takes it is the last one to get it. */
export async function takePasskeyChallenge(db: Db, { id }: Challenge): Promise<string | undefined> {
  const { rows } = await sql<{ taken: string }>`
    with asked as (
      select id, passkey_challenge as taken from second_factor_challenges
      where id = ${id} and passkey_challenge is not null for update
    )
    update second_factor_challenges c set passkey_challenge = null
    from asked where c.id = asked.id and c.passkey_challenge is not null
    returning asked.taken`.execute(db);
  return rows[0]?.taken;
}

/** To a browser that is logged in, 401 would mean that its session has ended. */
const expired = (purpose: Purpose) =>
  new ApiError(purpose === 'log_in' ? 401 : 422, [
    'This took too long or is already done; start again',
  ]);
