import type { Selectable } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { type Clock, addSeconds } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { ImportError, failureReason, type OnProgress } from '../ingest/index.js';

export type Run = Selectable<Tables['import_runs']>;

const heartbeatSeconds = 2;
/** A run without a heartbeat for this long counts as interrupted. */
const heartbeatTimeoutSeconds = 60;

/** Creates the record of an import run. */
export function createImportRun(
  { db, importer }: Pick<Services, 'db' | 'importer'>,
  run: Pick<Run, 'account_token' | 'integration_token' | 'file_names'>,
  now: Date,
): Promise<Run> {
  return db
    .insertInto('import_runs')
    .values({
      ...run,
      status: 'running',
      runner: importer.options.runner,
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

export interface Tracking {
  services: Services;
  clock: Clock;
}

/** Runs an import in the background and writes its progress and outcome to the run. */
export function trackImportRun(
  tracking: Tracking,
  run: Run,
  work: Work,
  cleanUp?: () => Promise<void>,
): void {
  const { log, importer } = tracking.services;
  const done = followImportRun(tracking, run, work)
    .catch((error: unknown) => {
      if (!(error instanceof ImportError)) log.error({ err: error }, 'import failed');
    })
    .then(cleanUp);
  void importer.track(done);
}

/** Runs an import, and writes its progress and outcome to the run. Rejects if it fails. */
export async function followImportRun(
  { services, clock }: Tracking,
  run: Run,
  work: Work,
): Promise<void> {
  const { db, log } = services;
  let progress: Parameters<OnProgress>[0] | undefined;
  const cancelling = new AbortController();
  const write = async ({ errors, notes, ...columns }: Partial<Outcome>) => {
    const row = await db
      .updateTable('import_runs')
      .set({
        seen_at: clock(),
        rows_done: progress?.rows ?? 0,
        bytes_done: progress?.bytes ?? 0,
        bytes_total: progress?.totalBytes ?? 0,
        summaries_done: progress?.summaries?.done ?? 0,
        summaries_total: progress?.summaries?.total ?? 0,
        imports_ahead: progress?.importsAhead ?? null,
        seconds_left: progress?.secondsLeft ?? null,
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
  const finish = async (outcome: Omit<Outcome, 'finished_at'>) => {
    clearInterval(heartbeat);
    const finished = { ...outcome, finished_at: clock() };
    await write(finished).catch((error: unknown) => {
      unrecorded.set(keyOf(run), finished);
      log.error({ err: error }, 'the outcome of an import could not be recorded');
    });
  };
  /** Whether the next start of the server goes on with the import. */
  const canGoOn = async () => {
    const row = await db
      .selectFrom('import_runs')
      .select('run_id')
      .where('run_id', '=', run.run_id)
      .where('request', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  };
  const heartbeat = setInterval(
    () => void write({}).catch(() => undefined),
    heartbeatSeconds * 1000,
  );
  try {
    const {
      status,
      loadIds,
      notes = [],
    } = await work((latest) => {
      progress = latest;
    }, cancelling.signal);
    await finish({ status, load_ids: loadIds, errors: [], notes });
  } catch (error) {
    if (services.importer.stopping.aborted && (await canGoOn())) {
      clearInterval(heartbeat);
      throw error;
    }
    const details = error instanceof ImportError ? error.details : [];
    const errors = [failureReason(error), ...details];
    await finish({ status: 'failed', load_ids: [], errors, notes: [] });
    throw error;
  }
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

/** The outcome of a run that its row does not have: it could not be recorded, or its process is dead. */
export function unrecordedOutcome(
  { importer }: Pick<Services, 'importer'>,
  run: Run,
  now: Date,
): (Partial<Outcome> & Pick<Outcome, 'status'>) | undefined {
  const { runner, singleProcess } = importer.options;
  const isStale = singleProcess || run.seen_at < addSeconds(now, -heartbeatTimeoutSeconds);
  const isInterrupted = run.status === 'running' && run.runner !== runner && isStale;
  if (isInterrupted) return { status: 'failed', errors: ['The import was interrupted.'] };
  return unrecorded.get(keyOf(run));
}
