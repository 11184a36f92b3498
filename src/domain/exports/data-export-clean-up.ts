import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { failExport } from './make-export.js';
import { addSeconds } from '../../platform/lib/time.js';
import type { FileStore } from '../../platform/store/files.js';
import type { Tables } from '../../platform/store/tables.js';
import { job } from '../../platform/jobs/job.js';

const unfinishedHours = 24;
const keptDays = 30;

export const dataExportCleanUp = job({
  name: 'data-export-clean-up',
  summary: 'Removes files of exports that are no longer valid, and old exports',
  cron: '40 * * * *',
  retries: 3,
  run: async (_payload, { services: { db, files }, clock }) => {
    const now = clock();
    await endUnfinished(db, addSeconds(now, -unfinishedHours * 3600));
    const removed = await removeFiles(db, files, now);
    const { numDeletedRows } = await db
      .deleteFrom('data_exports')
      .where('created_at', '<', addSeconds(now, -keptDays * 86_400))
      .where('status', 'in', ['completed', 'failed'])
      .where('files', '=', sql<never>`'[]'::jsonb`)
      .executeTakeFirst();
    return `${removed} files of exports and ${numDeletedRows} old exports removed`;
  },
});

/** Nobody works on an export that is unfinished for so long: its process died at the last try. */
async function endUnfinished(db: Kysely<Tables>, before: Date): Promise<void> {
  const dead = await db
    .selectFrom('data_exports')
    .select('token')
    .where('status', 'in', ['pending', 'processing'])
    .where('created_at', '<', before)
    .execute();
  for (const { token } of dead) {
    await failExport(db, token, 'The export was interrupted. Ask for it again.');
  }
}

/** Files that are no longer valid, or that a failed export left. They go first: what is interrupted in between is found again. */
async function removeFiles(db: Kysely<Tables>, files: FileStore, now: Date): Promise<number> {
  const expired = await db
    .selectFrom('data_exports')
    .select(['token', 'files'])
    .where((eb) => eb.or([eb('valid_until', '<=', now), eb('status', '=', 'failed')]))
    .where('files', '<>', sql<never>`'[]'::jsonb`)
    .execute();
  for (const { token, files: stored } of expired) {
    for (const { key } of stored) await files.delete(key as string);
    await db.updateTable('data_exports').set({ files: '[]' }).where('token', '=', token).execute();
  }
  return expired.reduce((sum, each) => sum + each.files.length, 0);
}
