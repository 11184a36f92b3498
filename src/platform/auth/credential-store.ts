import { randomBytes } from 'node:crypto';
import type { Db } from '../store/tables.js';
import type { Scope } from './actor.js';
import { hashSecret, newSecret } from '../lib/secrets.js';

/** The owner of a credential: a user, or a team with the organisation-wide rights of the creator. */
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
  /** A predefined secret, for the first owner of an automated installation. */
  secret?: string;
}

/** Stores a credential and returns its secret, which is shown only once and stored as a hash. */
export async function createCredential(db: Db, input: NewCredential) {
  const secret = input.secret ?? newSecret();
  const isService = 'team_token' in input.holder;
  const row = await db
    .insertInto('credentials')
    .values({
      account_token: input.accountToken,
      user_token: null,
      team_token: null,
      rights: null,
      parent_id: null,
      ...input.holder,
      client_id: isService ? `clnt_${randomBytes(8).toString('hex')}` : null,
      secret_hash: hashSecret(secret),
      description: input.description,
      scopes: (['read', 'write'] as const).filter((scope) => input.scopes.includes(scope)),
      created_at: input.now,
      expires_at: input.expiresAt ?? null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, secret };
}

/** Revokes a credential and every token issued for it, from the next request on. */
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
