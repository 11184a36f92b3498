import { sql } from 'kysely';
import type { FileOwner } from '../../../platform/health/orphaned-files.js';

/** Files that e-mails of the last 90 days carry. */
export const messageFiles: FileOwner = {
  findUsed: async (db) => {
    const { rows } = await sql<{ key: string }>`
      select distinct content -> 'attachment' ->> 'key' as key from delivery_messages
      where content -> 'attachment' is not null`.execute(db);
    return rows.map(({ key }) => key);
  },
};
