import { rm } from 'node:fs/promises';
import { Transform, pipeline } from 'node:stream';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ImportError, failureReason, type OnProgress } from '../ingest/index.js';
import type { Context } from '../../../platform/kernel/context.js';
import { serialize } from '../../../platform/kernel/serialize.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { FetchedSet } from '../bill-sources/index.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import {
  type DataFile,
  type FoundDataFile,
  dataFileLines,
  storeDataFile,
} from '../data-files/index.js';
import type { ChosenIntegration } from './choose-integration.js';
import { type ImportReport, readImportReport } from './import-report.js';
import { integrations } from './integration.js';
import { Load, RejectedRow } from './load.js';

/** An import of uploaded files. */
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
  errors: z.array(z.string()).describe('Why the import failed; a failed import changes nothing.'),
  notes: z
    .array(z.string())
    .describe('Reports of data files, such as inventories, once they are stored.'),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  loads: z.array(Load).describe('Loads of the import, once it is committed.'),
  rejected_rows: z.array(RejectedRow).describe('The first rejected rows.'),
});

type Run = Selectable<Tables['import_runs']>;

const heartbeatSeconds = 2;
/** A run without a heartbeat for this long counts as interrupted. */
const heartbeatTimeoutSeconds = 60;

/** Creates an import run and imports in the background; progress is written to the run. */
export async function startImportRun(
  ctx: Context,
  { token: integrationToken, provider }: ChosenIntegration,
  set: FetchedSet,
  folder: string,
): Promise<Run> {
  const { importer } = ctx.services;
  const names = set.files.map((file) => file.name);
  const run = await createImportRun(ctx, names, integrationToken);
  trackImportRun(
    ctx,
    run,
    async (onProgress, signal) => {
      const result = await importer.import(
        { integrationToken, provider, ...set },
        onProgress,
        signal,
      );
      const loads = result.status === 'committed' ? result.loads : [];
      return { status: result.status, loadIds: loads.map((load) => load.loadId) };
    },
    () => rm(folder, { recursive: true, force: true }),
  );
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
  const run = await createImportRun(ctx, names, token);
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

/** Creates the record of an import run. */
export function createImportRun(
  { services, actor, now, db }: Context,
  names: string[],
  integrationToken: string | null,
): Promise<Run> {
  return db
    .insertInto('import_runs')
    .values({
      account_token: actor.accountToken,
      integration_token: integrationToken,
      file_names: names,
      status: 'running',
      runner: services.importer.options.runner,
      seen_at: now,
      started_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface RunOutcome {
  status: 'committed' | 'skipped';
  loadIds: number[];
  notes?: string[];
}

type Work = (onProgress: OnProgress, signal: AbortSignal) => Promise<RunOutcome>;

type Outcome = Pick<Run, 'status' | 'load_ids' | 'finished_at'> & {
  errors: string[];
  notes: string[];
};

/** Outcomes of runs of this process that the database could not record. */
const unrecorded = new Map<string, Outcome>();
const keyOf = (run: Pick<Run, 'runner' | 'run_id'>) => `${run.runner} ${run.run_id}`;

/** Runs an import in the background and writes its progress and outcome to the run. */
export function trackImportRun(
  ctx: Context,
  run: Run,
  work: Work,
  cleanUp?: () => Promise<void>,
): void {
  const { log, importer } = ctx.services;
  const done = track(ctx, run, work)
    .catch((error: unknown) =>
      log.error({ err: error }, 'the outcome of an import could not be recorded'),
    )
    .then(cleanUp);
  void importer.track(done);
}

async function track({ services, clock }: Context, run: Run, work: Work): Promise<void> {
  let progress: Parameters<OnProgress>[0] | undefined;
  const cancelling = new AbortController();
  const write = async ({ errors, notes, ...columns }: Partial<Outcome>) => {
    const row = await services.db
      .updateTable('import_runs')
      .set({
        seen_at: clock(),
        rows_done: progress?.rows ?? 0,
        bytes_done: progress?.bytes ?? 0,
        bytes_total: progress?.totalBytes ?? 0,
        summaries_done: progress?.summaries?.done ?? 0,
        summaries_total: progress?.summaries?.total ?? 0,
        ...columns,
        ...(errors && { errors: JSON.stringify(errors) }),
        ...(notes && { notes: JSON.stringify(notes) }),
      })
      .where('run_id', '=', run.run_id)
      .returning('is_cancelled')
      .executeTakeFirst();
    // The request to cancel may have reached another process.
    if (row?.is_cancelled) cancelling.abort();
  };
  const heartbeat = setInterval(
    () => void write({}).catch(() => undefined),
    heartbeatSeconds * 1000,
  );
  const outcome: Omit<Outcome, 'finished_at'> = await work((latest) => {
    progress = latest;
  }, cancelling.signal)
    .then(({ status, loadIds, notes = [] }) => ({
      status,
      load_ids: loadIds,
      errors: [],
      notes,
    }))
    .catch((error: unknown) => {
      if (!(error instanceof ImportError)) services.log.error({ err: error }, 'import failed');
      const details = error instanceof ImportError ? error.details : [];
      const errors = [failureReason(error), ...details];
      return { status: 'failed', load_ids: [], errors, notes: [] };
    });
  clearInterval(heartbeat);
  const finished = { ...outcome, finished_at: clock() };
  await write(finished).catch((error: unknown) => {
    unrecorded.set(keyOf(run), finished);
    throw error;
  });
}

/** Asks the process that runs an import to end it; an import that has ended stays as it is. */
export async function cancelImportRun(db: Db, runId: number): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ is_cancelled: true })
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .execute();
}

/** The run as the API returns it, with its loads. */
export async function serializeImportRun(
  services: Services,
  run: Run,
  now: Date,
): Promise<z.input<typeof ImportRun>> {
  const { runner, singleProcess } = services.importer.options;
  const isStale = singleProcess || run.seen_at < addSeconds(now, -heartbeatTimeoutSeconds);
  const isInterrupted = run.status === 'running' && run.runner !== runner && isStale;
  const loadIds = unrecorded.get(keyOf(run))?.load_ids ?? run.load_ids;
  const report: ImportReport = loadIds.length
    ? await readImportReport(services, loadIds)
    : { loads: [], rejected_rows: [] };
  const outcome = isInterrupted
    ? { status: 'failed', errors: ['The import was interrupted.'] }
    : unrecorded.get(keyOf(run));
  return serialize(ImportRun, run, { ...report, ...outcome });
}
