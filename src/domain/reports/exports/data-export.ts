import { z } from 'zod';
import { signFileUrl } from '../../../platform/auth/signed-file-urls.js';
import type { Context } from '../../../platform/kernel/context.js';
import { Reply } from '../../../platform/kernel/operation.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { newToken } from '../../../platform/lib/tokens.js';
import type { ExportType } from './exporter.js';

const DataExportManifest = z
  .object({
    files: z.array(z.string()).describe('URLs that need no credential and expire at valid_until.'),
    completed_at: z.string().nullable(),
    valid_until: z.string().nullable(),
  })
  .meta({ id: 'DataExportManifest' });

export const DataExport = z
  .object({
    token: z.string(),
    status: z.string().describe('pending, processing, completed or failed'),
    created_at: z.string(),
    export_type: z.string(),
    manifest: DataExportManifest,
    attributes: z.record(z.string(), z.unknown()).describe('The requested parameters.'),
  })
  .meta({ id: 'DataExport' });

/** Part of the API contract: client generators match this sentence. */
export const acceptedText =
  'The export is being made and will be available at the location specified in the Location header.';

/** The parameter of every export, and its key in the stored request, that guards against formulas. */
export const formulaKey = 'neutralize_formulas';

/** Files made in the console are opened in spreadsheets; programs that use the API need exact values. */
export const formulaParameter = {
  [formulaKey]: z
    .boolean()
    .optional()
    .describe(
      'Whether text that a spreadsheet would run as a formula gets a leading apostrophe; true in the console, otherwise false by default.',
    ),
};

/** Stores a validated export and queues its job, in the same transaction. */
export async function queueExport(
  ctx: Context,
  requested: {
    type: ExportType;
    workspaceToken: string;
    /** Returned to the caller. */
    attributes: object;
    /** The request for the exporter of this type. */
    request: object;
    neutralizesFormulas?: boolean;
  },
): Promise<Reply<z.input<typeof DataExport>>> {
  const { neutralizesFormulas = ctx.actor.source === 'console' } = requested;
  const row = await ctx.db
    .insertInto('data_exports')
    .values({
      token: newToken('dta_xprt'),
      account_token: ctx.actor.accountToken,
      workspace_token: requested.workspaceToken,
      export_type: requested.type,
      status: 'pending',
      attributes: JSON.stringify(requested.attributes),
      request: JSON.stringify({ ...requested.request, [formulaKey]: neutralizesFormulas }),
      created_by_token: ctx.actor.token,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.services.enqueue('make-data-export', { token: row.token }, ctx.db);
  return new Reply(serializeExport(row, ctx), { status: 202, headers: pollingHeaders(row, ctx) });
}

/** The body of an export in progress: clients poll until it is anything else. */
export const PendingExport = z.literal(202);

/** The response to whoever polls an export in progress. */
export const pendingExport = (row: Row<'data_exports'>, ctx: Context) =>
  new Reply(PendingExport.value, { status: 202, headers: pollingHeaders(row, ctx) });

const retryAfterSeconds = 5;

/** Where and when to ask for an export that is in progress. */
const pollingHeaders = ({ token }: Row<'data_exports'>, ctx: Context) => ({
  location: `${ctx.origin}/v2/data_exports/${token}`,
  'retry-after': String(retryAfterSeconds),
});

/** An export in the form of the API, with signed links to its files. */
export function serializeExport(
  row: Row<'data_exports'>,
  ctx: Context,
): z.input<typeof DataExport> {
  const { status, completed_at, valid_until, files, attributes, reason } = row;
  const link = (key: unknown) =>
    signFileUrl(ctx.services.vault, ctx.origin, key as string, valid_until!);
  return serialize(DataExport, row, {
    manifest: {
      files: status === 'completed' ? files.map(({ key }) => link(key)) : [],
      completed_at: completed_at && formatTimestamp(completed_at),
      valid_until: valid_until && formatTimestamp(valid_until),
    },
    attributes: status === 'failed' ? { ...attributes, error: reason } : attributes,
  });
}
