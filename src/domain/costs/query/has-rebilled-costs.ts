import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** Whether billing rules change costs of a workspace, so that what is stored with delegated bills is not for it. */
export async function hasRebilledCosts(db: Db, workspace: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workspaces s join managed_accounts m on m.token = s.account_token
    where s.token = ${workspace} and m.reads_rebilled`.execute(db);
  return rows.length > 0;
}
