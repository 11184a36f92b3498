import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { run, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { detectException } from '../../platform/store/clickhouse/detect-exception.js';
import { withinStatementLimits } from '../../platform/store/clickhouse/statement-limits.js';
import { literal, withLiterals } from '../../platform/store/clickhouse/sql-text.js';
import type { CostStatement } from '../costs/build-statements.js';

// Part of the statement: on a connection of the embedded engine, settings would persist for later statements.
const settings =
  "SETTINGS format_csv_null_representation = '', date_time_output_format = 'iso'," +
  " session_timezone = 'UTC', distributed_product_mode = 'local'," +
  // An export can have as many rows as the bill: sorting 30 million lines in memory took 11 GB.
  ' max_bytes_before_external_group_by = 500000000, max_bytes_before_external_sort = 500000000';

/** Streams the rows of a statement as CSV lines without a header. `folder` is for temporary files. */
export async function readCsvLines(
  store: CostStore,
  statement: CostStatement,
  folder: string,
): Promise<Readable> {
  return store.embedded
    ? readThroughFile(store, statement, folder)
    : readFromServer(store, statement);
}

/** The embedded engine cannot stream results, so it writes them to a file. */
async function readThroughFile(
  store: CostStore,
  { sql: statement, params }: CostStatement,
  folder: string,
) {
  const path = join(folder, 'lines.csv');
  const target = `file(${literal(path)}, 'CSV')`;
  // Values are inlined, because a statement with bound values would block every other query of the process.
  await run(
    store.bulk,
    `INSERT INTO FUNCTION ${target} ${settings}\n${withLiterals(statement, params)}`,
  );
  return createReadStream(path);
}

async function readFromServer({ bulk }: CostStore, { sql: statement, params }: CostStatement) {
  const query = `${withLiterals(statement, params)}\n${settings}\nFORMAT CSV`;
  const execute = (wait_end_of_query: 0 | 1) =>
    withinStatementLimits(query, () =>
      bulk.exec({ query, clickhouse_settings: { wait_end_of_query } }),
    );
  const { stream, response_headers } = await execute(0);
  const tag = response_headers['x-clickhouse-exception-tag'];
  if (typeof tag === 'string') return pipeline(stream, detectException(tag), () => undefined);
  // Servers before 25.11 send an error as if it were rows, unless they keep the whole result back.
  stream.destroy();
  return (await execute(1)).stream;
}
