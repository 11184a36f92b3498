import { rm } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ImportError } from '../ingest/import-error.js';
import { failureReason } from '../ingest/importer.js';
import type { OnProgress } from '../ingest/progress.js';
import type { Context } from '../../platform/kernel/context.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { addSeconds } from '../../platform/lib/time.js';
import type { FetchedSet } from '../bill-sources/file-sets.js';
import type { Services } from '../../platform/kernel/services.js';
import type { Tables } from '../../platform/store/tables.js';
import type { ChosenIntegration } from './choose-integration.js';
import { type ImportReport, readReport } from './import-report.js';
import { Load, RejectedRow } from './load-model.js';

/** An import of files that somebody handed over. */
export const ImportRun = z.object({
  run_id: z.int(),
  integration_token: z.string().nullable(),
  file_names: z.array(z.string()),
  status: z.enum(['running', 'committed', 'skipped', 'failed']),
  rows_done: z.int(),
  bytes_done: z.int(),
  bytes_total: z.int(),
  errors: z.array(z.string()).describe('Why it was refused; nothing was changed then.'),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  loads: z.array(Load).describe('The books, once it is committed.'),
  rejected_rows: z.array(RejectedRow).describe('The first refused rows.'),
});

type Run = Selectable<Tables['import_runs']>;

const writeSeconds = 2;
/** A run that has not been heard of for so long is dead. */
const silentSeconds = 60;

/** Enters a run and imports in the background; its progress is read from the record. */
export async function startRun(
  ctx: Context,
  { token: integrationToken, provider }: ChosenIntegration,
  set: FetchedSet,
  folder: string,
): Promise<Run> {
  const { importer } = ctx.services;
  const names = set.files.map((file) => file.name);
  const run = await enterRun(ctx, names, integrationToken);
  followRun(
    ctx,
    run,
    async (onProgress) => {
      const result = await importer.import({ integrationToken, provider, ...set }, onProgress);
      const loads = result.status === 'committed' ? result.loads : [];
      return { status: result.status, loadIds: loads.map((load) => load.loadId) };
    },
    () => rm(folder, { recursive: true, force: true }),
  );
  return run;
}

/** Makes the record that a run's progress is read from. */
export function enterRun(
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

interface RunEnd {
  status: 'committed' | 'skipped';
  loadIds: number[];
}

/** Works in the background and writes into the record how far it has come and how it ended. */
export function followRun(
  ctx: Context,
  run: Run,
  work: (onProgress: OnProgress) => Promise<RunEnd>,
  cleanUp?: () => Promise<void>,
): void {
  const { log, importer } = ctx.services;
  const done = follow(ctx, run.run_id, work)
    .catch((error: unknown) => log.error({ err: error }, 'an import left no record'))
    .then(cleanUp);
  void importer.track(done);
}

async function follow(
  { services, clock }: Context,
  runId: number,
  work: (onProgress: OnProgress) => Promise<RunEnd>,
): Promise<void> {
  let progress: Parameters<OnProgress>[0] | undefined;
  const write = (
    columns: Partial<Pick<Run, 'status' | 'load_ids' | 'finished_at'>>,
    errors?: string[],
  ) =>
    services.db
      .updateTable('import_runs')
      .set({
        seen_at: clock(),
        rows_done: progress?.rows ?? 0,
        bytes_done: progress?.bytes ?? 0,
        bytes_total: progress?.totalBytes ?? 0,
        ...columns,
        ...(errors && { errors: JSON.stringify(errors) }),
      })
      .where('run_id', '=', runId)
      .execute();
  const beat = setInterval(() => void write({}).catch(() => undefined), writeSeconds * 1000);
  try {
    const { status, loadIds } = await work((seen) => {
      progress = seen;
    });
    clearInterval(beat);
    await write({ status, load_ids: loadIds, finished_at: clock() });
  } catch (error) {
    clearInterval(beat);
    if (!(error instanceof ImportError)) services.log.error({ err: error }, 'an import failed');
    const details = error instanceof ImportError ? error.details : [];
    await write({ status: 'failed', finished_at: clock() }, [failureReason(error), ...details]);
  } finally {
    clearInterval(beat);
  }
}

/** A run with the books of its loads. */
export async function showRun(
  services: Services,
  run: Run,
  now: Date,
): Promise<z.input<typeof ImportRun>> {
  const { runner, singleProcess } = services.importer.options;
  const isSilent = singleProcess || run.seen_at < addSeconds(now, -silentSeconds);
  const isDead = run.status === 'running' && run.runner !== runner && isSilent;
  const report: ImportReport = run.load_ids.length
    ? await readReport(services, run.load_ids)
    : { loads: [], rejected_rows: [] };
  const end = isDead ? { status: 'failed', errors: ['The import was interrupted.'] } : {};
  return serialize(ImportRun, run, { ...report, ...end });
}
