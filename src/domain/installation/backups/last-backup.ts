import type { Services } from '../../../platform/kernel/services.js';

/** A backup that has succeeded. */
export interface LastBackup {
  /** The moment that it is a copy of. */
  moment: Date;
  target: string;
  bytesWritten: number;
  finishedAt: Date;
}

/** The latest backup of this installation, whoever asked for it; undefined before the first. */
export async function lastBackup({ db }: Pick<Services, 'db'>): Promise<LastBackup | undefined> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { moment, target, bytes_written: bytesWritten, finished_at: finishedAt } = row;
  return { moment, target, bytesWritten, finishedAt };
}

/** Only the last is asked for; some more tell how backups have grown. */
const remembered = 100;

export async function recordBackup(
  { db }: Pick<Services, 'db'>,
  { moment, target, bytesWritten, finishedAt }: LastBackup,
): Promise<void> {
  const { id } = await db
    .insertInto('backups')
    .values({ moment, target, bytes_written: bytesWritten, finished_at: finishedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - remembered)
    .execute();
}
