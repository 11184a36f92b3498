import { run, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { ddlStatements } from '../../platform/store/clickhouse/ddl-statements.js';
import { literal } from '../../platform/store/clickhouse/sql-text.js';
import { dropStagingTable, newStagingName } from '../ingest/stage-files.js';

/** Rows per statement that sends rows. */
const rowsPerStatement = 2_000;

/** Creates a table for the time of an import; if its process dies, the clean-up of loads drops it. */
export async function withScratchTable<Result>(
  store: CostStore,
  columns: Readonly<Record<string, string>>,
  work: (name: string) => Promise<Result>,
): Promise<Result> {
  const name = newStagingName();
  const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  const template = `
    CREATE TABLE {local:${name}} (${list.join(', ')}) ENGINE = {engine:MergeTree} ORDER BY tuple();
    {distributed:${name} by rand()}`;
  try {
    for (const statement of ddlStatements(template, store.cluster)) {
      await run(store.bulk, statement);
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
      .map((row) => `(${row.map(literal).join(', ')})`);
    await run(store.bulk, `INSERT INTO ${table} VALUES ${values.join(', ')}`);
  }
}
