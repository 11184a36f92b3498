import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import type { Tables } from '../../../platform/store/tables.js';
import { visibleIntegrations } from './integration.js';

/** One load: the costs imported for one partition of a bill. */
export const Load = z.object({
  load_id: z.int(),
  integration_token: z.string(),
  partition: z.string().describe('The part of the bill that a later version replaces.'),
  format: z.string(),
  status: z.enum(['running', 'active', 'superseded', 'failed', 'dropped']),
  reason: z.string().nullable(),
  source_version: z.string().nullable(),
  rows_read: z.int().describe('Rows of the source: stored, rejected and repeated.'),
  rows_stored: z.int().describe('Rows that became cost lines.'),
  rows_rejected: z.int().describe('Rejected rows of the import, counted on its first load.'),
  rejected_totals: z
    .array(z.object({ currency: z.string(), billed: z.string() }))
    .describe('Billed cost of the rejected rows by currency, as far as it can be read.'),
  rows_repeated: z.int().describe('Rows skipped as duplicates.'),
  lines: z.int(),
  totals: z
    .array(z.object({ currency: z.string(), billed: z.string(), effective: z.string() }))
    .describe('Stored totals by currency.'),
  months: z
    .array(
      z.object({
        month: z.string(),
        currency: z.string(),
        rows: z.int(),
        billed: z.string(),
      }),
    )
    .describe('Source totals by month and currency, computed before storing.'),
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
  estimated: z.boolean(),
  warnings: z.array(z.object({ code: z.string(), count: z.int(), example: z.string() })),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type LoadRecord = z.input<typeof Load>;

/** A load as the API returns it. */
export const serializeLoad = (row: Selectable<Tables['loads']>): LoadRecord => serialize(Load, row);

/** Query of the loads of integrations that the caller can see. */
export function visibleLoads(ctx: Context) {
  return ctx.db
    .selectFrom('loads')
    .where('account_token', '=', ctx.actor.accountToken)
    .where('managed_account_token', 'is', null)
    .where('integration_token', 'in', visibleTokens(ctx));
}

/** Subquery of the tokens of integrations that the caller can see. */
export function visibleTokens({ db, actor }: Context) {
  return db.selectFrom('integrations').select('token').where(visibleIntegrations(actor));
}

/** An error in a rejected row. */
export const RejectedRow = z.object({
  source_file: z.string(),
  source_row: z.int().describe('Row number from 1, excluding the header.'),
  column: z.string(),
  reason: z.string(),
  sample: z.string().describe('The rejected value, truncated.'),
});
export type RejectedRow = z.output<typeof RejectedRow>;
