import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { notFound } from '../../../platform/lib/errors.js';
import { hashSecret } from '../../../platform/lib/secrets.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { newToken } from '../../../platform/lib/tokens.js';
import { requireUnlimitedCredential } from '../users/index.js';

export const ScimToken = z
  .object({
    token: z.string().describe('Names the SCIM token; it is not the secret.'),
    description: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable().describe('Date of the last request.'),
  })
  .meta({ id: 'ScimToken' });

/** A SCIM token as the API returns it, without its secret. */
export const serializeScimToken = (row: Row<'scim_tokens'>): z.input<typeof ScimToken> => ({
  token: row.token,
  description: row.description,
  created_at: formatTimestamp(row.created_at),
  last_used_at: row.last_used_at,
});

/** The SCIM tokens of the account. */
export function readScimTokens({ db, actor }: Context): Promise<Row<'scim_tokens'>[]> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('account_token', '=', actor.accountToken)
    .orderBy('id')
    .execute();
}

/** Creates a token for an identity provider. It can create owners, so it needs a credential without limits. */
export async function createScimToken(ctx: Context, description: string) {
  requireUnlimitedCredential(ctx.actor);
  const secret = `scim_${randomBytes(32).toString('base64url')}`;
  const row = await ctx.db
    .insertInto('scim_tokens')
    .values({
      token: newToken('scim_tkn'),
      account_token: ctx.actor.accountToken,
      description,
      secret_hash: hashSecret(secret),
      created_by_token: ctx.actor.token,
      created_at: ctx.now,
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, row, null, { description });
  return { ...serializeScimToken(row), secret };
}

/** Revokes a SCIM token from the next request on. */
export async function deleteScimToken(ctx: Context, token: string): Promise<void> {
  if (token.includes('\0')) throw notFound('SCIM Token');
  const row = await ctx.db
    .deleteFrom('scim_tokens')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('token', '=', token)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('SCIM Token');
  await record(ctx, row, { description: row.description }, null);
}

const record = (
  ctx: Context,
  row: Row<'scim_tokens'>,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) =>
  recordChange(ctx, {
    type: 'SCIM Token',
    token: row.token,
    title: row.description,
    before,
    after,
  });
