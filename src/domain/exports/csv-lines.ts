import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { run, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { literal, withLiterals } from '../../platform/store/clickhouse/sql-text.js';
import type { CostStatement } from '../costs/build-statements.js';

// In the statement itself: the embedded engine would keep a setting for whatever runs next.
const settings =
  "SETTINGS format_csv_null_representation = '', date_time_output_format = 'iso'," +
  " session_timezone = 'UTC', distributed_product_mode = 'local'," +
  // An export may have as many rows as the bill: sorting them in memory took 11 GB for 30 million lines.
  ' max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000';

/** The rows of a statement as CSV lines without a header, read piece by piece. `folder` is for passing use. */
export async function csvLines(
  store: CostStore,
  statement: CostStatement,
  folder: string,
): Promise<Readable> {
  return store.embedded ? throughFile(store, statement, folder) : streamed(store, statement);
}

/** The embedded engine hands over whole answers only, so it writes them into a file. */
async function throughFile(store: CostStore, { sql, params }: CostStatement, folder: string) {
  const path = join(folder, 'lines.csv');
  const target = `file(${literal(path)}, 'CSV')`;
  // Values are written out, because a bound statement would hold up every reader of the process.
  await run(store.bulk, `INSERT INTO FUNCTION ${target} ${settings}\n${withLiterals(sql, params)}`);
  return createReadStream(path);
}

async function streamed(store: CostStore, { sql, params }: CostStatement): Promise<Readable> {
  const { stream } = await store.bulk.exec({
    query: `${sql}\n${settings}\nFORMAT CSV`,
    query_params: params,
    // A statement that fails half-way then fails here, and not as a text at the end of the rows.
    clickhouse_settings: { wait_end_of_query: 1 },
  });
  return stream;
}
