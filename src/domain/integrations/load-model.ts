import { z } from 'zod';
import type { Selectable } from 'kysely';
import { serialize } from '../../platform/kernel/serialize.js';
import type { Tables } from '../../platform/store/tables.js';

/** The book of one load. */
export const Load = z.object({
  load_id: z.int(),
  integration_token: z.string(),
  partition: z.string().describe('What a later version replaces.'),
  format: z.string(),
  status: z.enum(['running', 'active', 'superseded', 'failed', 'dropped']),
  reason: z.string().nullable(),
  source_version: z.string().nullable(),
  rows_read: z.int().describe('Rows that became lines.'),
  rows_rejected: z.int().describe('Rows refused by the run; told with its first load.'),
  rows_repeated: z.int().describe('Rows left out because they repeat another one.'),
  lines: z.int(),
  totals: z
    .array(z.object({ currency: z.string(), billed: z.string(), effective: z.string() }))
    .describe('What is stored.'),
  months: z
    .array(
      z.object({
        month: z.string(),
        currency: z.string(),
        rows: z.int(),
        billed: z.string(),
      }),
    )
    .describe('What the source adds up to, counted before anything was stored.'),
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
  estimated: z.boolean(),
  warnings: z.array(z.object({ code: z.string(), count: z.int(), example: z.string() })),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});
export type LoadRecord = z.input<typeof Load>;

export const showLoad = (row: Selectable<Tables['loads']>): LoadRecord => serialize(Load, row);

/** A fault of a refused row. */
export const RejectedRow = z.object({
  source_file: z.string(),
  source_row: z.int().describe('Counted from 1, without the header.'),
  column: z.string(),
  reason: z.string(),
  sample: z.string().describe('The value, cut short.'),
});
export type RejectedRow = z.output<typeof RejectedRow>;
