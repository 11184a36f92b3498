import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** Whether billing rules change costs of a workspace, so that what is stored with delegated bills is not for it. */
export async function hasRebilledCosts(db: Db, workspace: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workspaces s join managed_account_billing_rules a on a.managed_account_token = s.account_token
      join billing_rules b on b.token = a.billing_rule_token
    where s.token = ${workspace} and b.execution_group in (1, 3) limit 1`.execute(db);
  return rows.length > 0;
}
