import { z } from 'zod';
import {
  DataExport,
  PendingExport,
  pendingExport,
  serializeExport,
} from '../../domain/reports/exports/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { type Reply, operation } from '../../platform/kernel/operation.js';
import type { Row } from '../../platform/kernel/rows.js';
import { notFound } from '../../platform/lib/errors.js';

export const getDataExport = operation({
  id: 'getDataExport',
  tag: 'DataExports',
  method: 'GET',
  path: '/v2/data_exports/{data_export_token}',
  summary: 'Get the status and the files of a data export',
  params: z.object({ data_export_token: z.string() }),
  status: 200,
  otherResponses: {
    202: {
      description: 'The export is in progress; try again in a few seconds.',
      response: PendingExport,
    },
  },
  errors: [400, 402, 404],
  response: DataExport,
  run: async ({ params }, ctx) => {
    const row = await findOwnExport(ctx, params.data_export_token);
    if (!row) throw notFound('Data Export');
    if (row.status === 'completed' || row.status === 'failed') return serializeExport(row, ctx);
    // The second body is described by `otherResponses`.
    return pendingExport(row, ctx) as unknown as Reply<z.input<typeof DataExport>>;
  },
});

/** Exports are visible only to the user or team that created them, not even to owners. */
async function findOwnExport(
  ctx: Context,
  token: string,
): Promise<Row<'data_exports'> | undefined> {
  if (token.includes('\0')) return undefined;
  return ctx.db
    .selectFrom('data_exports')
    .selectAll()
    .where('token', '=', token)
    .where('account_token', '=', ctx.actor.accountToken)
    .where('created_by_token', '=', ctx.actor.token)
    .executeTakeFirst();
}
