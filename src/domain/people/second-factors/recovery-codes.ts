import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { hashSecret } from '../../../platform/lib/secrets.js';
import type { Db } from '../../../platform/store/tables.js';

const codesPerUser = 10;
/** Without characters that look alike. 16 of them are 80 bits, which a fast hash protects. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const [groups, groupLength] = [4, 4];

/** Replaces the recovery codes of a user and returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(db: Db, user: string): Promise<string[]> {
  await deleteRecoveryCodes(db, user);
  const codes = Array.from({ length: codesPerUser }, newCode);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_token: user, code_hash: hashOf(code), used_at: null })))
    .execute();
  return codes;
}

export async function deleteRecoveryCodes(db: Db, user: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_token', '=', user).execute();
}

/** Uses up a recovery code; false if it is wrong or already used. */
export async function useRecoveryCode(
  db: Db,
  user: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_token', '=', user)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, user: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_token', '=', user)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

const hashOf = (code: string) => hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
