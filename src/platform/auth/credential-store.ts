import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../store/tables.js';
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
  /** The credential that this one is created with, and ends with. */
  mintedBy?: number;
  /** Who acts with it in a managed account; audit logs name them in place of the team. */
  callerName?: string | null;
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
      minted_by: input.mintedBy ?? null,
      caller_name: input.callerName ?? null,
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

/**
 * Revokes a credential from the next request on, with the one-hour tokens issued for it and everything that
 * was created with any of these. Returns what it revoked. The caller holds the lock of the account.
 */
export async function revokeCredential(db: Db, accountToken: string, id: number, now: Date) {
  const { rows } = await sql<Omit<Selectable<Tables['credentials']>, 'secret_hash'>>`
    with recursive ended (id) as (
      select id from credentials
      where id = ${id} and account_token = ${accountToken} and revoked_at is null
      union
      select c.id from credentials c join ended on c.parent_id = ended.id or c.minted_by = ended.id
    )
    update credentials set revoked_at = ${now}
    where id in (select id from ended) and revoked_at is null
    returning *`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}
