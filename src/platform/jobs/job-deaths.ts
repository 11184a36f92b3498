import { sql } from 'kysely';
import type { Db } from '../store/tables.js';

/** A job that was running when the process died this often is not started again. */
export const maxDeaths = 2;

interface Deaths {
  deaths: number;
  reason: string | null;
}

/**
 * Counts the start of a job as a death until it ends, because a process that dies cannot record anything.
 * Returns the earlier deaths.
 */
export async function beginAttempt(db: Db, id: string): Promise<Deaths> {
  const { deaths, reason } = await db
    .insertInto('job_deaths')
    .values({ job_id: id, deaths: 1 })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet({ deaths: sql`job_deaths.deaths + 1` }),
    )
    .returning(['deaths', 'reason'])
    .executeTakeFirstOrThrow();
  return { deaths: deaths - 1, reason };
}

/** An attempt ended while the process lived, and another one will follow. */
export async function endAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('job_deaths')
    .set({ deaths: sql`deaths - 1` })
    .where('job_id', '=', id)
    .execute();
  await db.deleteFrom('job_deaths').where('job_id', '=', id).where('deaths', '<=', 0).execute();
}

/** The job will not be started again. */
export async function forgetDeaths(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_deaths').where('job_id', '=', id).execute();
}

/** Stores why the process is about to end while a job is running. */
export async function recordReason(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('job_deaths').set({ reason }).where('job_id', '=', id).execute();
}
