import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { run, type CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { streamRows } from '../../../platform/store/clickhouse/stream-rows.js';
import { type Sql, sql } from '../../../platform/store/sql.js';

// Part of the statement: on a connection of the embedded engine, settings would persist for later statements.
const settings = sql`SETTINGS ${sql.join([
  sql`format_csv_null_representation = ''`,
  sql`date_time_output_format = 'iso'`,
  sql`session_timezone = 'UTC'`,
  sql`distributed_product_mode = 'local'`,
  // An export can have as many rows as the bill: sorting 30 million lines in memory took 11 GB.
  sql`max_bytes_before_external_group_by = 500000000`,
  sql`max_bytes_before_external_sort = 500000000`,
])}`;

/** Streams the rows of a statement as CSV lines without a header. `folder` is for temporary files. */
export async function readCsvLines(
  store: CostStore,
  statement: Sql,
  folder: string,
): Promise<Readable> {
  return store.embedded
    ? readThroughFile(store, statement, folder)
    : streamRows(store, sql`${statement}\n${settings}`, 'CSV');
}

/** The embedded engine cannot stream results, so it writes them to a file. */
async function readThroughFile(store: CostStore, statement: Sql, folder: string) {
  const path = join(folder, 'lines.csv');
  const target = sql`file(${sql.literal(path)}, 'CSV')`;
  // Values are inlined, because a statement with bound values would block every other query of the process.
  await run(store.bulk, sql`INSERT INTO FUNCTION ${target} ${settings}\n${statement}`);
  return createReadStream(path);
}
