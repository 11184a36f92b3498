import { sql } from 'kysely';
import type { Db } from '../store/tables.js';

/**
 * Locks an account until the end of the transaction, so that decisions about its owners and credentials
 * are made one after the other. Rows that refer to the account can still be written.
 */
export async function lockAccount(db: Db, account: string): Promise<void> {
  await sql`select 1 from accounts where token = ${account} for no key update`.execute(db);
}
