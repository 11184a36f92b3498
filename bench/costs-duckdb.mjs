// Runs SQL over the Parquet files with DuckDB, in its own process.
import { on } from 'node:events';
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

process.send('ready');
for await (const [sql] of on(process, 'message')) {
  const started = performance.now();
  const result = await connection.runAndReadAll(sql);
  process.send({ ms: performance.now() - started, rows: result.getRowsJson() });
}
