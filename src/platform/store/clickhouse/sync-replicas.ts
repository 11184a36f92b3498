import { sql } from '../sql.js';
import { run, type CostStore } from './cost-store.js';

/**
 * Waits until every replica has all rows that were written to these tables, so that a read finds them
 * on whichever replica it reaches. On a single node there is nothing to wait for.
 */
export async function syncReplicas(store: CostStore, tables: readonly string[]): Promise<void> {
  if (store.cluster === undefined) return;
  for (const table of tables) {
    // Not for merges, which may take long and change no result.
    await run(
      store.bulk,
      sql`SYSTEM SYNC REPLICA ON CLUSTER ${sql.raw(store.cluster)} ${sql.ref(`${table}_local`)} LIGHTWEIGHT`,
    );
  }
}
