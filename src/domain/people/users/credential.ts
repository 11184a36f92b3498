import { z } from 'zod';
import type { Selectable } from 'kysely';
import type { Actor, Scope } from '../../../platform/auth/actor.js';
import {
  type Holder,
  createCredential,
  revokeCredential,
} from '../../../platform/auth/credential-store.js';
import { lockAccount } from '../../../platform/auth/lock-account.js';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { badRequest, forbidden, unauthorized } from '../../../platform/lib/errors.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import type { Tables } from '../../../platform/store/tables.js';

export const Credential = z.object({
  id: z.int(),
  description: z.string(),
  scopes: z.array(z.string()),
  user_token: z.string().nullable(),
  team_token: z.string().nullable(),
  client_id: z
    .string()
    .nullable()
    .describe('Client id for POST /oauth/token; service credentials only.'),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});

type CredentialRow = Omit<Selectable<Tables['credentials']>, 'secret_hash'>;

/** A credential as the API returns it and the audit log records it; its secret is not part of it. */
export function serializeCredential(row: CredentialRow): z.input<typeof Credential> {
  const { id, description, scopes, user_token, team_token, client_id } = row;
  return {
    id,
    description,
    scopes,
    user_token,
    team_token,
    client_id,
    created_at: formatTimestamp(row.created_at),
    expires_at: row.expires_at && formatTimestamp(row.expires_at),
  };
}

export interface CredentialRequest {
  holder: Holder;
  description: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  callerName?: string | null;
}

/**
 * Creates a credential and its audit entry. One that is created with another credential has at most the
 * scopes and the lifetime of that one, ends with it and acts for the same caller.
 */
export async function mintCredential(ctx: Context, requested: CredentialRequest) {
  await lockAccount(ctx.db, ctx.actor.accountToken);
  const parent = ctx.actor.credential;
  if (parent) {
    await requireActive(ctx, parent.rowId);
    const excess = requested.scopes.find((scope) => !ctx.actor.scopes.includes(scope));
    if (excess) throw forbidden(`The credential cannot pass on the scope ${excess}`);
  }
  const { accountToken } = ctx.actor;
  const created = await createCredential(ctx.db, {
    callerName: parent?.callerName,
    ...requested,
    expiresAt: lifetimeWithin(requested.expiresAt, parent?.expiresAt ?? null),
    accountToken,
    mintedBy: parent?.rowId,
    now: ctx.now,
  });
  await recordCredential(ctx, created, null, serializeCredential(created));
  return created;
}

/** A credential that was revoked while this request waited for the lock creates nothing any more. */
async function requireActive(ctx: Context, id: number): Promise<void> {
  const active = await ctx.db
    .selectFrom('credentials')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!active) throw unauthorized();
}

function lifetimeWithin(requested: Date | null, limit: Date | null): Date | null {
  if (!limit) return requested;
  if (requested && requested > limit) {
    throw badRequest('expires_at must not be later than the expiry of the credential in use');
  }
  return requested ?? limit;
}

/** Revokes a credential with all that were created with it; false if there is no active one with this id. */
export async function endCredential(ctx: Context, id: number): Promise<boolean> {
  const { accountToken } = ctx.actor;
  await lockAccount(ctx.db, accountToken);
  const revoked = await revokeCredential(ctx.db, accountToken, id, ctx.now);
  for (const row of revoked.filter((each) => each.parent_id === null)) {
    await recordCredential(ctx, row, serializeCredential(row), null);
  }
  return revoked.length > 0;
}

function recordCredential(
  ctx: Context,
  { id, description }: CredentialRow,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  return recordChange(ctx, {
    type: 'Credential',
    token: String(id),
    title: description,
    before,
    after,
  });
}

/**
 * Throws for a credential with an expiry or without a scope: a password that is set with its help would
 * have neither limit.
 */
export function requireUnlimitedCredential({ credential, scopes }: Actor): void {
  if (!credential || (credential.expiresAt === null && scopes.length === 2)) return;
  throw forbidden('This needs a login, or a credential with both scopes and without an expiry');
}
