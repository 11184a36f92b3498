import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { failExport } from './run-export.js';
import { addSeconds } from '../../../platform/lib/time.js';
import type { FileStore } from '../../../platform/store/files.js';
import type { Tables } from '../../../platform/store/tables.js';
import { job } from '../../../platform/jobs/job.js';

const maxUnfinishedHours = 24;
const retentionDays = 30;

export const dataExportCleanUp = job({
  name: 'data-export-clean-up',
  summary: 'Removes expired files of exports, and old exports',
  cron: '40 * * * *',
  retries: 3,
  run: async (_payload, { services: { db, files }, clock }) => {
    const now = clock();
    await failAbandoned(db, addSeconds(now, -maxUnfinishedHours * 3600));
    const removed = await removeFiles(db, files, now);
    const { numDeletedRows } = await db
      .deleteFrom('data_exports')
      .where('created_at', '<', addSeconds(now, -retentionDays * 86_400))
      .where('status', 'in', ['completed', 'failed'])
      .where('files', '=', sql<never>`'[]'::jsonb`)
      .executeTakeFirst();
    return `${removed} files of exports and ${numDeletedRows} old exports removed`;
  },
});

/** An export that is unfinished for this long was abandoned: its process died in the last attempt. */
async function failAbandoned(db: Kysely<Tables>, before: Date): Promise<void> {
  const abandoned = await db
    .selectFrom('data_exports')
    .select('token')
    .where('status', 'in', ['pending', 'processing'])
    .where('created_at', '<', before)
    .execute();
  for (const { token } of abandoned) {
    await failExport(db, token, 'The export was interrupted. Request it again.');
  }
}

/**
 * Removes files that expired or that a failed export left. They are deleted before the row is updated,
 * so that an interrupted run finds them again.
 */
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
