import { type CostStore, localTable, run } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';

const tables = ['products', 'prices', 'price_skus', 'price_terms'];

/** Deletes the rows of publications by dropping their partitions. */
export async function dropPublications(
  store: CostStore,
  ids: readonly number[],
  from: readonly string[] = tables,
): Promise<void> {
  for (const id of ids) {
    for (const table of from) {
      // Without rows there is no partition, which is no error.
      await run(
        store.bulk,
        sql`ALTER TABLE ${localTable(store, table)} DROP PARTITION ${Math.trunc(id)}`,
      );
    }
  }
}
