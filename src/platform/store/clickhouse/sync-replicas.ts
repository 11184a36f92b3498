import { type CostStore, run } from './cost-store.js';

/**
 * Waits until the replicas of these tables have received what has been written, so that the next
 * statement finds it whichever replica it reads from. On a single node there is nothing to wait for.
 */
export async function syncReplicas(store: CostStore, tables: readonly string[]): Promise<void> {
  if (store.cluster === undefined) return;
  for (const table of tables) {
    await run(store.client, `SYSTEM SYNC REPLICA ON CLUSTER ${store.cluster} ${table}_local`);
  }
}
