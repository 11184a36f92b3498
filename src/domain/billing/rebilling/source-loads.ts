import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';

/** An active load that a managed account sees, before any rule. */
export interface SourceLoad {
  loadId: number;
  integrationToken: string;
  /** Of its integration. */
  accountToken: string;
  partition: string;
  format: string;
  firstDate: string | null;
  lastDate: string | null;
  estimated: boolean;
  currencies: string[];
}

/** Reads the active loads of the integrations in the workspaces of a managed account: delegated ones and its own. */
export async function readSourceLoads(db: Db, managedAccount: string): Promise<SourceLoad[]> {
  const { rows } = await sql<SourceLoad>`
    select l.load_id as "loadId", l.integration_token as "integrationToken", l.account_token as "accountToken", l.partition, l.format,
      l.first_date as "firstDate", l.last_date as "lastDate", l.estimated,
      array(select t->>'currency' from jsonb_array_elements(l.totals) t) as currencies
    from loads l
    where l.status = 'active' and l.managed_account_token is null
      and l.integration_token in (select w.integration_token from integration_workspaces w
        join workspaces s on s.token = w.workspace_token where s.account_token = ${managedAccount})
    order by l.integration_token, l.load_id`.execute(db);
  return rows;
}

/** A load that rules have made and that is visible. */
export interface ActiveRebilledLoad {
  loadId: number;
  integrationToken: string;
  partition: string;
  rebilledFrom: number | null;
  fingerprint: string;
}

/** Reads the active rebilled loads of a managed account. */
export async function readRebilledLoads(
  db: Db,
  managedAccount: string,
): Promise<ActiveRebilledLoad[]> {
  return db
    .selectFrom('loads')
    .select([
      'load_id as loadId',
      'integration_token as integrationToken',
      'partition',
      'rebilled_from as rebilledFrom',
      'fingerprint',
    ])
    .where('managed_account_token', '=', managedAccount)
    .where('status', '=', 'active')
    .orderBy('load_id')
    .execute();
}
