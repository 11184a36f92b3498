import type { Selectable } from 'kysely';
import { z } from 'zod';
import { recordChange } from '../../../platform/kernel/audit.js';
import type { Context } from '../../../platform/kernel/context.js';
import { unprocessable } from '../../../platform/lib/errors.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { Db, Tables } from '../../../platform/store/tables.js';

export type FactorRow = Selectable<Tables['second_factors']>;
type NewFactor = Pick<FactorRow, 'kind' | 'name'> & Partial<FactorRow>;

export const SecondFactor = z
  .object({
    token: z.string(),
    kind: z.enum(['totp', 'passkey']),
    name: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: 'SecondFactor' });

const maxFactors = 20;

/** A second factor as the API returns it and the audit log records it, without its secrets. */
export function serializeFactor(row: FactorRow): z.input<typeof SecondFactor> {
  const { token, kind, name, created_at, last_used_at } = row;
  return {
    token,
    kind,
    name,
    created_at: formatTimestamp(created_at),
    last_used_at: last_used_at && formatTimestamp(last_used_at),
  };
}

/** The second factors of a user, oldest first. */
export function readFactors(db: Db, user: string): Promise<FactorRow[]> {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_token', '=', user)
    .orderBy('id')
    .execute();
}

/** Stores a confirmed factor of a user, with its audit entry. */
export async function addFactor(ctx: Context, user: string, added: NewFactor): Promise<FactorRow> {
  if ((await readFactors(ctx.db, user)).length >= maxFactors) {
    throw unprocessable(`A user can have at most ${maxFactors} second factors`);
  }
  const row = await ctx.db
    .insertInto('second_factors')
    .values({
      secret: null,
      last_step: null,
      credential_id: null,
      public_key: null,
      counter: null,
      transports: null,
      last_used_at: null,
      ...added,
      token: newToken('scnd_fctr'),
      user_token: user,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordFactor(ctx, row, 'added');
  return row;
}

/** Deletes a factor, with its audit entry. */
export async function deleteFactor(ctx: Context, row: FactorRow): Promise<void> {
  await ctx.db.deleteFrom('second_factors').where('token', '=', row.token).execute();
  await recordFactor(ctx, row, 'removed');
}

async function recordFactor(ctx: Context, row: FactorRow, change: 'added' | 'removed') {
  const { kind, name, user_token } = row;
  const values = { kind, name, user_token };
  await recordChange(ctx, {
    type: 'Second Factor',
    token: row.token,
    title: name,
    before: change === 'added' ? null : values,
    after: change === 'added' ? values : null,
  });
}
