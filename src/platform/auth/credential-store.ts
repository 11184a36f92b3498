import { randomBytes } from 'node:crypto';
import type { Db } from '../store/tables.js';
import type { Scope } from './actor.js';
import { hashSecret, newSecret } from '../lib/secrets.js';

/** Whose credential it is: a user's, or a team's with the organisation-wide rights of its maker. */
export type Holder =
  | { user_token: string }
  | { team_token: string; rights: 'owner' | 'integration_owner' | null };

export interface NewCredential {
  accountToken: string;
  holder: Holder;
  description: string;
  scopes: readonly Scope[];
  expiresAt?: Date | null;
  now: Date;
  /** A secret chosen beforehand, for the first owner of an automated installation. */
  secret?: string;
}

/** Stores a credential and gives its secret, which is shown this once and kept only as a hash. */
export async function createCredential(db: Db, wanted: NewCredential) {
  const secret = wanted.secret ?? newSecret();
  const isService = 'team_token' in wanted.holder;
  const row = await db
    .insertInto('credentials')
    .values({
      account_token: wanted.accountToken,
      user_token: null,
      team_token: null,
      rights: null,
      parent_id: null,
      ...wanted.holder,
      client_id: isService ? `clnt_${randomBytes(8).toString('hex')}` : null,
      secret_hash: hashSecret(secret),
      description: wanted.description,
      scopes: (['read', 'write'] as const).filter((scope) => wanted.scopes.includes(scope)),
      created_at: wanted.now,
      expires_at: wanted.expiresAt ?? null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, secret };
}

/** Ends a credential and everything exchanged for it, from the next request on. */
export async function revokeCredential(db: Db, accountToken: string, id: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ revoked_at: now })
    .where('account_token', '=', accountToken)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
