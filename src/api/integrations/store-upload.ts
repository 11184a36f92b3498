import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { detectContainer } from '../../domain/ingest/detect-container.js';
import { uploadFormats } from '../../domain/ingest/formats/upload.js';
import { ImportError } from '../../domain/ingest/import-error.js';
import { failureReason } from '../../domain/ingest/importer.js';
import type { FinishedLoad } from '../../domain/ingest/load-store.js';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/kernel/rows.js';
import { newToken } from '../../platform/lib/tokens.js';
import { sumOf } from '../../platform/lib/decimal.js';
import type { Tables } from '../../platform/store/tables.js';
import { removeUpload } from './remove-upload.js';
import { type UserCostsUpload, showUpload, uploadRows } from './upload-rows.js';

/** A CSV file as it arrived; the client may have given it no name. */
export interface UploadedCsv {
  name: string | undefined;
  content: Buffer;
}

const maxBytes = 2_097_152;

/** Checks, stores and records an upload; either all of it counts or nothing changed. */
export async function storeUpload(
  ctx: Context,
  integration: Row<'integrations'>,
  file: UploadedCsv,
  autoTransform: boolean,
): Promise<z.input<typeof UserCostsUpload>> {
  refuseByLooks(file);
  const { importer, costs, workFolder } = ctx.services;
  const token = newToken('usr_csts_upld');
  // `blob` is what the TypeScript client calls content that has no name.
  const isNamed = file.name !== undefined && file.name !== 'blob';
  let stored: Row<'costs_uploads'> | undefined;
  const record = async (trx: Transaction<Tables>, loads: readonly FinishedLoad[]) => {
    const scope = { ...ctx, db: trx };
    stored = await recordUpload(scope, integration, { token, isNamed, file, load: loads[0]! });
    await importer.markSucceeded(integration.token, trx);
  };
  await withFile(workFolder, file.content, async (path) => {
    await refuseOtherContent(path);
    await importer.run(
      {
        integrationToken: integration.token,
        provider: 'custom_provider',
        // Files without names of their own never replace one another.
        files: [{ name: isNamed ? file.name! : token, path }],
        reportName: isNamed ? undefined : 'unnamed',
        always: true,
      },
      {
        formats: uploadFormats(autoTransform),
        onActivate: record,
        // Small enough for the readers' connection; the other one may be busy for minutes.
        store: { ...costs, bulk: costs.client },
      },
    );
  }).catch((error: unknown) => refused(ctx, integration, error));
  return showUpload(stored!);
}

function refuseByLooks({ name = '', content }: UploadedCsv): void {
  if (content.length > maxBytes) {
    throw new DomainFailure([
      `The file has ${content.length} bytes; at most ${maxBytes} are allowed`,
    ]);
  }
  if (content.length === 0) throw new DomainFailure(['The file is empty']);
  if (name.length > 255 || name.includes('\0')) {
    throw new DomainFailure(['The file name is too long (255 characters at the most)']);
  }
}

async function refuseOtherContent(path: string): Promise<void> {
  const container = await detectContainer(path);
  const isText = container.kind === 'plain' && container.compression === 'none';
  if (container.kind === 'utf16' || (isText && container.content === 'csv')) return;
  throw new ImportError('The file is not a CSV file.');
}

async function withFile(
  workFolder: string,
  content: Buffer,
  use: (path: string) => Promise<void>,
): Promise<void> {
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'upload-'));
  try {
    const path = join(folder, 'costs.csv');
    await writeFile(path, content);
    await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A refused file changes nothing; a defect shows on a custom provider that has no other costs. */
async function refused(
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
  if (isNamed) await removeNamesake(ctx, integration, filename);
  const row = await uploadRows.insert(ctx, {
    token,
    account_token: integration.account_token,
    integration_token: integration.token,
    load_id: load.loadId,
    filename,
    is_named: isNamed,
    amount: sumOf(load.totals.map((total) => total.billed)),
    start_date: load.firstDate,
    end_date: load.lastDate,
    import_status: 'complete',
    created_by_token: ctx.actor.token,
    created_at: ctx.now,
  });
  const after = showUpload(row);
  await recordChange(ctx, { type: 'Costs Upload', token, title: filename, before: null, after });
  return row;
}

async function removeNamesake(
  ctx: Context,
  integration: Row<'integrations'>,
  filename: string,
): Promise<void> {
  const namesake = await ctx.db
    .selectFrom('costs_uploads')
    .selectAll()
    .where('integration_token', '=', integration.token)
    .where('filename', '=', filename)
    .where('is_named', '=', true)
    .executeTakeFirst();
  if (namesake) await removeUpload(ctx, namesake);
}
