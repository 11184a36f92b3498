import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** Warning of a load of a managed account: nodes whose bill the account does not see. */
export const hiddenNodes = 'hidden_nodes';

/** Whether some of these loads have nodes without a cost because their bill is not shared. */
export async function haveHiddenNodes(db: Db, loadIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from loads where load_id = any(${[...loadIds]}::int[])
      and warnings @> ${JSON.stringify([{ code: hiddenNodes }])}::jsonb limit 1`.execute(db);
  return rows.length > 0;
}
