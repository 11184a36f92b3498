import { run, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { ddlStatements } from '../../../platform/store/clickhouse/ddl-statements.js';
import { sql } from '../../../platform/store/sql.js';
import { dropStagingTable, newStagingName } from '../../intake/ingest/index.js';

/** Rows per statement that sends rows. */
const rowsPerStatement = 2_000;

/** A table that is read once and dropped is not worth the time of its merges. */
const neverMerged = 'max_bytes_to_merge_at_max_space_in_pool = 1';

/** No expression over flows is so expensive that copying the rows that need it would be worth its time. */
export const withoutShortCircuit = { short_circuit_function_evaluation: 'disable' } as const;

/** For queries that compute with the fields of an end, which the engine does once per block and distinct end. */
export const largeBlocks = {
  ...withoutShortCircuit,
  max_block_size: '262144',
  max_joined_block_size_rows: '262144',
  preferred_block_size_bytes: '100000000',
} as const;

/** Creates a table for the time of an import; if its process dies, the clean-up of loads drops it. */
export async function withScratchTable<Result>(
  store: CostStore,
  columns: Readonly<Record<string, string>>,
  work: (name: string) => Promise<Result>,
): Promise<Result> {
  const name = newStagingName();
  const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const template = `
    CREATE TABLE {local:${name}} (${list.join(', ')})
    ENGINE = {engine:MergeTree} ORDER BY tuple() SETTINGS ${neverMerged};
    {distributed:${name} by rand()}`;
  try {
    for (const statement of ddlStatements(template, store.cluster)) {
      await run(store.bulk, sql.raw(statement));
    }
    return await work(name);
  } finally {
    // If the server is gone, the clean-up job drops it later.
    await dropStagingTable(store, name).catch(() => undefined);
  }
}

/** Sends rows of texts to a table, in statements of bounded size. */
export async function insertTexts(
  store: CostStore,
  table: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const values = rows
      .slice(start, start + rowsPerStatement)
      .map((row) => sql`(${sql.literals(row)})`);
    await run(store.bulk, sql`INSERT INTO ${sql.ref(table)} VALUES ${sql.join(values)}`);
  }
}
