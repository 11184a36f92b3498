import { rm } from 'node:fs/promises';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ImportError } from '../../ingest/import-error.js';
import { reasonOf } from '../../ingest/importer.js';
import type { Progress } from '../../ingest/progress.js';
import type { Context } from '../../kernel/context.js';
import { present } from '../../kernel/present.js';
import { addSeconds } from '../../lib/time.js';
import type { FetchedSet } from '../../places/file-sets.js';
import type { Services } from '../../services.js';
import type { Tables } from '../../store/tables.js';
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
  integration: ChosenIntegration,
  set: FetchedSet,
  folder: string,
): Promise<Run> {
  const { services } = ctx;
  const run = await services.db
    .insertInto('import_runs')
    .values({
      account_token: ctx.actor.accountToken,
      integration_token: integration.token,
      file_names: set.files.map((file) => file.name),
      status: 'running',
      runner: services.importer.options.runner,
      seen_at: ctx.now,
      started_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const done = follow(ctx, run.run_id, integration, set)
    .catch((error: unknown) => services.log.error({ err: error }, 'an import left no record'))
    .then(() => rm(folder, { recursive: true, force: true }));
  void services.importer.track(done);
  return run;
}

async function follow(
  { services, clock }: Context,
  runId: number,
  { token: integrationToken, provider }: ChosenIntegration,
  set: FetchedSet,
): Promise<void> {
  let progress: Progress | undefined;
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
    const result = await services.importer.import(
      { integrationToken, provider, ...set },
      (seen) => {
        progress = seen;
      },
    );
    clearInterval(beat);
    const load_ids = result.status === 'committed' ? result.loads.map((load) => load.loadId) : [];
    await write({ status: result.status, load_ids, finished_at: clock() });
  } catch (error) {
    clearInterval(beat);
    if (!(error instanceof ImportError)) services.log.error({ err: error }, 'an import failed');
    const details = error instanceof ImportError ? error.details : [];
    await write({ status: 'failed', finished_at: clock() }, [reasonOf(error), ...details]);
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
  const { runner, alone } = services.importer.options;
  const isSilent = alone || run.seen_at < addSeconds(now, -silentSeconds);
  const isDead = run.status === 'running' && run.runner !== runner && isSilent;
  const report: ImportReport = run.load_ids.length
    ? await readReport(services, run.load_ids)
    : { loads: [], rejected_rows: [] };
  const end = isDead ? { status: 'failed', errors: ['The import was interrupted.'] } : {};
  return present(ImportRun, run, { ...report, ...end });
}
