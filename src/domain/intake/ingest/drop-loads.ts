import {
  run,
  selectRows,
  localTable,
  type CostStore,
} from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { rollups } from '../../costs/query/index.js';

/** Tables whose rows belong to one load. */
export const tablesByLoad: readonly string[] = [
  'lines',
  ...rollups,
  'cost_keys',
  'accounts',
  'services',
  'tag_values',
  'resources',
  'rejected_rows',
  'kubernetes_allocation',
];

/** Deletes everything stored for the given loads by dropping their partitions. */
export async function dropLoads(store: CostStore, loadIds: readonly number[]): Promise<void> {
  if (loadIds.length === 0) return;
  const dropped = new Set(loadIds);
  for (const { table, partition } of await storedPartitions(store)) {
    if (dropped.has(loadOf(partition))) {
      await run(
        store.client,
        sql`ALTER TABLE ${localTable(store, table)} DROP PARTITION ${sql.raw(partition)}`,
      );
    }
  }
}

interface StoredPartition {
  table: string;
  partition: string;
}

/** The partitions of all tables whose rows belong to one load. */
export async function storedPartitions(store: CostStore): Promise<StoredPartition[]> {
  const suffix = store.cluster === undefined ? '' : '_local';
  const tables = tablesByLoad.map((table) => table + suffix);
  const parts =
    store.cluster === undefined
      ? sql`system.parts`
      : sql`cluster(${sql.raw(store.cluster)}, system.parts)`;
  return selectRows<StoredPartition>(
    store.client,
    sql`SELECT DISTINCT replaceRegexpOne(table, '_local$', '') AS table, partition
     FROM ${parts}
     WHERE active AND database = currentDatabase() AND table IN ${sql.bind('Array(String)', tables)}`,
  );
}

/** Partitions are named `17` or `(202410,17)`; the load id comes last. */
export function loadOf(partition: string): number {
  return Number(/(\d+)\)?$/.exec(partition)?.[1]);
}
