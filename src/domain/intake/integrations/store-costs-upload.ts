import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import {
  detectContainer,
  emptyFile,
  type InputFile,
  uploadFormats,
  ImportError,
  failureReason,
  type FinishedLoad,
} from '../ingest/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { isLongerThan } from '../../../platform/lib/characters.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { withTemporaryFolder } from '../../../platform/lib/temporary-folder.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { sumDecimals } from '../../../platform/lib/decimal.js';
import type { Tables } from '../../../platform/store/tables.js';
import { removeCostsUpload } from './remove-costs-upload.js';
import { type UserCostsUpload, costsUploads } from './costs-upload.js';

/** An uploaded CSV file; some clients send no file name. */
export interface UploadedCsv {
  name: string | undefined;
  content: Buffer;
}

const maxBytes = 2_097_152;

/** The TypeScript client names content without a name `blob`. */
const hasName = ({ name }: UploadedCsv) => name !== undefined && name !== 'blob';

/** Validates, stores and audits an upload, all or nothing. */
export async function storeCostsUpload(
  ctx: Context,
  integration: Row<'integrations'>,
  file: UploadedCsv,
  autoTransform: boolean,
): Promise<z.input<typeof UserCostsUpload>> {
  requireValidFile(file);
  const { importer, costs, workFolder } = ctx.services;
  const token = costsUploads.newToken();
  const isNamed = hasName(file);
  let stored: Row<'costs_uploads'> | undefined;
  const record = async (trx: Transaction<Tables>, loads: readonly FinishedLoad[]) => {
    const scope = { ...ctx, db: trx };
    stored = await recordUpload(scope, integration, { token, isNamed, file, load: loads[0]! });
    await importer.markSucceeded(integration.token, trx);
  };
  await withTemporaryFolder(workFolder, 'upload-', async (folder) => {
    const path = join(folder, 'costs.csv');
    await writeFile(path, file.content);
    await requireCsvContent({ name: shownName(file), path });
    await importer.run(
      {
        integrationToken: integration.token,
        provider: 'custom_provider',
        // Files without a name never replace one another.
        files: [{ name: isNamed ? file.name! : token, path }],
        reportName: isNamed ? undefined : 'unnamed',
        always: true,
      },
      {
        formats: uploadFormats(autoTransform),
        onActivate: record,
        // Small enough for the query connection; the bulk connection may be busy for minutes.
        store: { ...costs, bulk: costs.client },
      },
    );
  }).catch((error: unknown) => handleFailure(ctx, integration, error));
  return costsUploads.serialize(stored!, ctx);
}

function requireValidFile(file: UploadedCsv): void {
  const { name = '', content } = file;
  if (content.length > maxBytes) {
    throw new DomainFailure([
      `The file has ${content.length} bytes; at most ${maxBytes} are allowed`,
    ]);
  }
  if (content.length === 0) throw new DomainFailure([emptyFile(shownName(file)).message]);
  if (isLongerThan(name, 255) || name.includes('\0')) {
    throw new DomainFailure(['The file name must be at most 255 characters']);
  }
}

/** Clients that send no file name know the file by nothing else. */
const shownName = (file: UploadedCsv) => (hasName(file) ? file.name! : 'The file');

async function requireCsvContent(file: InputFile): Promise<void> {
  const container = await detectContainer(file);
  const isText = container.kind === 'plain' && container.compression === 'none';
  if (container.kind === 'utf16' || (isText && container.content === 'csv')) return;
  throw new ImportError(`${file.name} is not a CSV file; upload the text of the CSV file itself.`);
}

/**
 * A rejected file changes nothing. An unexpected error becomes the status of the custom provider, unless
 * it has other uploads.
 */
async function handleFailure(
  ctx: Context,
  integration: Row<'integrations'>,
  error: unknown,
): Promise<never> {
  if (error instanceof ImportError) {
    throw new DomainFailure(error.details.length > 0 ? [...error.details] : [error.message]);
  }
  const other = await ctx.db
    .selectFrom('costs_uploads')
    .select('token')
    .where('integration_token', '=', integration.token)
    .limit(1)
    .executeTakeFirst();
  if (!other) await ctx.services.importer.markFailed(integration.token, failureReason(error));
  throw error;
}

interface AcceptedUpload {
  token: string;
  isNamed: boolean;
  file: UploadedCsv;
  load: FinishedLoad;
}

async function recordUpload(
  ctx: Context,
  integration: Row<'integrations'>,
  { token, isNamed, file, load }: AcceptedUpload,
): Promise<Row<'costs_uploads'>> {
  const filename = file.name ?? 'costs.csv';
  if (isNamed) await removePrevious(ctx, integration, filename);
  const row = await costsUploads.rows.insert(ctx, {
    token,
    account_token: integration.account_token,
    integration_token: integration.token,
    load_id: load.loadId,
    filename,
    is_named: isNamed,
    amount: sumDecimals(load.totals.map((total) => total.billed)),
    start_date: load.firstDate,
    end_date: load.lastDate,
    import_status: 'complete',
    created_by_token: ctx.actor.token,
    created_at: ctx.now,
  });
  await costsUploads.record(ctx, row, null, await costsUploads.serialize(row, ctx));
  return row;
}

/** Removes the upload that one with the same file name replaces. */
async function removePrevious(
  ctx: Context,
  integration: Row<'integrations'>,
  filename: string,
): Promise<void> {
  const previous = await ctx.db
    .selectFrom('costs_uploads')
    .selectAll()
    .where('integration_token', '=', integration.token)
    .where('filename', '=', filename)
    .where('is_named', '=', true)
    .executeTakeFirst();
  if (previous) await removeCostsUpload(ctx, previous);
}
