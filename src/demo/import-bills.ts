import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportError, type InputFile, type OnProgress } from '../domain/intake/ingest/index.js';
import type { Context } from '../platform/kernel/context.js';
import { DomainFailure } from '../platform/lib/errors.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import type { CostStore } from '../platform/store/clickhouse/cost-store.js';
import { openCostStore } from '../platform/store/clickhouse/open-cost-store.js';
import { clouds } from './clouds.js';
import { wholeQuarters, writeColocationFiles } from './colocation.js';
import { type DemoIntegration, recordImported } from './demo-integrations.js';
import type { History } from './history.js';
import type { RunOperation } from './operation-runner.js';
import { writeCloudFiles } from './write-cloud-files.js';

/**
 * Generates bills of an integration, imports them and returns the number of lines; bills of the colocation
 * provider are uploaded. A killed process imports the same files again, which changes nothing.
 */
export async function importBills(
  ctx: Context,
  run: RunOperation,
  integration: DemoIntegration,
  history: History,
  onProgress: OnProgress,
): Promise<number> {
  const { costs, importer, workFolder } = ctx.services;
  const { token, provider } = integration;
  const cloud = clouds.find((each) => each.provider === provider);
  const bills = cloud ? history : wholeQuarters(history);
  const lines = await withTemporaryFolder(workFolder, 'demo-', async (folder) => {
    const files = await withGenerator(costs, workFolder, (generator) =>
      cloud
        ? writeCloudFiles(generator, cloud, bills, folder)
        : writeColocationFiles(generator, bills, folder),
    );
    if (!cloud) return upload(ctx, run, token, files);
    const result = await importer.import(
      { integrationToken: token, provider, files, source: 'demo' },
      onProgress,
    );
    const loads = result.status === 'committed' ? result.loads : [];
    return loads.reduce((sum, load) => sum + load.lines, 0);
  });
  await recordImported(ctx.db, integration, bills);
  return lines;
}

/** A ClickHouse server writes no files here, so the embedded engine generates the bills for it. */
async function withGenerator<Result>(
  store: CostStore,
  workFolder: string,
  work: (generator: CostStore) => Promise<Result>,
): Promise<Result> {
  if (store.embedded) return work(store);
  const generator = await openCostStore({ folder: join(workFolder, 'demo-generator') });
  try {
    return await work(generator);
  } finally {
    await generator.close();
  }
}

async function upload(
  { db }: Context,
  run: RunOperation,
  integration_token: string,
  files: readonly InputFile[],
): Promise<number> {
  const uploads: string[] = [];
  for (const { name, path } of files) {
    const csv = { name, content: await readFile(path) };
    const { token } = await run(
      'createUserCostsUploadViaCsv',
      { csv, auto_transform: false },
      { integration_token },
    ).catch(asImportError);
    uploads.push(token);
  }
  const { lines } = await db
    .selectFrom('costs_uploads as u')
    .innerJoin('loads as l', 'l.load_id', 'u.load_id')
    .select(({ fn }) => fn.sum<string>('l.lines').as('lines'))
    .where('u.token', 'in', uploads)
    .executeTakeFirstOrThrow();
  return Number(lines);
}

/** An upload that is cancelled because the server stops fails like one with an invalid file. */
function asImportError(error: unknown): never {
  throw error instanceof DomainFailure ? new ImportError(error.message) : error;
}
