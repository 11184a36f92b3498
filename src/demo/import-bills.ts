import { readFile } from 'node:fs/promises';
import type { Context } from '../platform/kernel/context.js';
import type { InputFile } from '../domain/ingest/open-files.js';
import { clouds } from './clouds.js';
import { writeColocationFiles } from './colocation.js';
import type { DemoIntegration } from './demo-integrations.js';
import type { History } from './history.js';
import type { RunOperation } from './operation-runner.js';
import { writeCloudFiles } from './write-cloud-files.js';

interface ImportedBills {
  lines: number;
  files: number;
}

/** Generates the bills of an integration and imports them; those of the colocation provider are uploaded. */
export async function importBills(
  ctx: Context,
  run: RunOperation,
  integration: DemoIntegration,
  history: History,
  folder: string,
): Promise<ImportedBills> {
  const { costs, importer } = ctx.services;
  const { token, provider } = integration;
  const cloud = clouds.find((each) => each.provider === provider);
  if (!cloud) {
    const files = await writeColocationFiles(costs, history, folder);
    return { files: files.length, lines: await upload(ctx, run, token, files) };
  }
  const files = await writeCloudFiles(costs, cloud, history, folder);
  const result = await importer.import({ integrationToken: token, provider, files });
  const loads = result.status === 'committed' ? result.loads : [];
  return { files: files.length, lines: loads.reduce((sum, load) => sum + load.lines, 0) };
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
    );
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
