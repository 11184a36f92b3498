import { rm } from 'node:fs/promises';
import { Transform, pipeline } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OnProgress } from '../ingest/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import type { FetchedSet } from '../bill-sources/index.js';
import type { Services } from '../../../platform/kernel/services.js';
import {
  type DataFile,
  type FoundDataFile,
  dataFileLines,
  storeDataFile,
} from '../data-files/index.js';
import {
  createImportRun,
  type Run,
  trackImportRun,
  unrecordedOutcome,
} from '../import-runs/index.js';
import type { ChosenIntegration } from './choose-integration.js';
import { type ImportReport, readImportReport } from './import-report.js';
import { integrations } from './integration.js';
import { Load, RejectedRow, visibleTokens } from './load.js';
import { importUpload } from './upload-run.js';

const maxQueued = 1000;

/** An import of files that were uploaded or fetched. */
export const ImportRun = z.object({
  run_id: z.int(),
  integration_token: z.string().nullable(),
  file_names: z.array(z.string()),
  status: z.enum(['running', 'committed', 'skipped', 'failed']),
  rows_done: z.int(),
  bytes_done: z.int(),
  bytes_total: z.int(),
  summaries_done: z.int().describe('Months that are summarized; 0 until all rows are stored.'),
  summaries_total: z.int(),
  imports_ahead: z
    .int()
    .nullable()
    .describe('Imports, of all accounts, that come before it; null once it has begun or ended.'),
  seconds_left: z.int().nullable().describe('Estimate; null while none can be made.'),
  errors: z.array(z.string()).describe('Why the import failed; a failed import changes nothing.'),
  notes: z
    .array(z.string())
    .describe('Reports of data files, such as inventories, once they are stored.'),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  loads: z.array(Load).describe('Loads of the import, once it is committed.'),
  rejected_rows: z.array(RejectedRow).describe('The first rejected rows.'),
});

/** Creates an import run and imports in the background; progress is written to the run. */
export async function startImportRun(
  ctx: Context,
  { token: integrationToken, provider }: ChosenIntegration,
  set: FetchedSet,
  folder: string,
): Promise<Run> {
  const names = set.files.map((file) => file.name);
  const run = await createRun(ctx, names, integrationToken);
  await importUpload(ctx, run, { provider, ...set }, folder);
  return run;
}

/** Creates an import run and stores data files in the background. */
export async function startDataFileRun(
  ctx: Context,
  { token }: ChosenIntegration,
  files: readonly FoundDataFile[],
  folder: string,
): Promise<Run> {
  const { services, clock } = ctx;
  const integration = await integrations.rows.load(ctx, token);
  const names = files.map(({ file }) => file.name);
  const run = await createRun(ctx, names, token);
  trackImportRun(
    ctx,
    run,
    async (onProgress, signal) => {
      const notes: string[] = [];
      for (const found of withProgress(files, onProgress)) {
        const context = { services, integration, now: clock(), signal };
        notes.push(...dataFileLines(await storeDataFile(found, context)));
      }
      return { status: 'committed', loadIds: [], notes };
    },
    () => rm(folder, { recursive: true, force: true }),
  );
  return run;
}

const createRun = ({ services, actor, now, db }: Context, names: string[], token: string) =>
  createImportRun(
    { ...services, db },
    { account_token: actor.accountToken, integration_token: token, file_names: names },
    now,
  );

/** Data files that tell how much of them has been read: what they say is stored while they are. */
function withProgress(files: readonly FoundDataFile[], onProgress: OnProgress): FoundDataFile[] {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytes = 0;
  const counter = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes = Math.min(bytes + chunk.length, totalBytes);
        onProgress({ rows: 0, bytes, totalBytes, seconds: 0 });
        done(null, chunk);
      },
    });
  // Errors reach whoever reads the result.
  const counted = (file: DataFile): DataFile => ({
    ...file,
    open: () => pipeline(file.open(), counter(), () => undefined),
  });
  return files.map((found) => ({ ...found, file: counted(found.file) }));
}

/** The run as the API returns it, with its loads. */
export async function serializeImportRun(
  services: Services,
  run: Run,
  now: Date,
): Promise<z.input<typeof ImportRun>> {
  const outcome = unrecordedOutcome(services, run, now);
  const loadIds = outcome?.load_ids ?? run.load_ids;
  const report: ImportReport = loadIds.length
    ? await readImportReport(services, loadIds)
    : { loads: [], rejected_rows: [] };
  return serialize(ImportRun, run, { ...report, ...outcome });
}

/** The imports of an account that are running or wait for their turn, in their order. */
export async function readImportQueue(ctx: Context): Promise<z.input<typeof ImportRun>[]> {
  const { services, db, now } = ctx;
  const runs = await db
    .selectFrom('import_runs')
    .selectAll()
    .where('account_token', '=', ctx.actor.accountToken)
    .where('status', '=', 'running')
    .where((eb) =>
      eb.or([
        eb('integration_token', 'is', null),
        eb('integration_token', 'in', visibleTokens(ctx)),
      ]),
    )
    .orderBy(sql`imports_ahead nulls first`)
    .orderBy('run_id')
    .limit(maxQueued)
    .execute();
  const serialized = await Promise.all(runs.map((run) => serializeImportRun(services, run, now)));
  return serialized.filter(({ status }) => status === 'running');
}
