import type { FileOwner } from '../../../platform/health/orphaned-files.js';

/** The files of exports, which must exist until their links expire. */
export const exportFiles: FileOwner = {
  findUsed: async (db) => {
    const rows = await db.selectFrom('data_exports').select('files').execute();
    return keysOf(rows);
  },
  findRequired: async (db, now) => {
    const rows = await db
      .selectFrom('data_exports')
      .select('files')
      .where('status', '=', 'completed')
      .where('valid_until', '>', now)
      .orderBy('id', 'desc')
      .execute();
    return keysOf(rows);
  },
};

const keysOf = (rows: readonly { files: readonly Record<string, unknown>[] }[]): string[] =>
  rows.flatMap(({ files }) => files.map(({ key }) => key as string));
