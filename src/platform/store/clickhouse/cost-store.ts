import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { type Connection, clientOf } from './connection.js';
import { reportOutage } from './report-outage.js';
import { retryRead } from './retry-read.js';
import type { ResultCache } from './result-cache.js';
import { requestClosed, unavailable } from '../../lib/errors.js';
import { currentQuestion } from '../../lib/question.js';
import { asLimitFailure, readLimits } from './read-limits.js';
import { bindValues, inlineValues, sql, type Sql } from '../sql.js';
import { withinStatementLimits } from './statement-limits.js';

/** Settings of the engine for one statement. */
export type StatementSettings = ClickHouseSettings;

/** Whether a server has answered with an error, rather than not at all. */
export const isEngineError = (error: unknown): boolean => error instanceof ClickHouseError;

/** Access to ClickHouse, embedded or on a server. */
export interface CostStore {
  client: Connection;
  /**
   * For statements that run for minutes. The embedded engine runs one statement per
   * connection at a time, so loads would otherwise block every reader.
   */
  bulk: Connection;
  /** Name of the cluster as it is written in statements, absent on a single node. */
  cluster?: string;
  /** The engine runs in this process: it can read our files, and holds whole results in our memory. */
  embedded?: true;
  /** How many statements wait for a connection of the embedded engine; a server queues by itself. */
  waitingStatements?: () => number;
  /** Results of statements over active loads. */
  results: ResultCache;
  /** Told of errors that a request survives, under the name of the task that failed. */
  onError?: (error: unknown, task: string) => void;
  /** Told of questions, with what returns the plan of their answer. */
  onQuestion?: (plan: () => object) => void;
}

/** Decimals as text, dates in UTC; subqueries stay on their shard, where the sharding keys put their rows. */
const readSettings: ClickHouseSettings = {
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 1,
  session_timezone: 'UTC',
  date_time_output_format: 'iso',
  distributed_product_mode: 'local',
  // Our joins have their small side on the right. From the second run of a query on, the engine would
  // use the sizes it has seen to swap sides, which makes queries with tags three times slower.
  collect_hash_table_stats_during_joins: 0,
  query_plan_join_swap_table: 'false',
  // A row of a rollup has the amounts of 31 days, so fewer rows are worth a thread of their own than by default.
  merge_tree_min_rows_for_concurrent_read: '8192',
  merge_tree_min_bytes_for_concurrent_read: '1048576',
};

/** Why a question ended without an answer. */
const endOf = (signal: AbortSignal) =>
  (signal.reason as Error).name === 'TimeoutError'
    ? unavailable('The server is busy with other queries; try again.')
    : requestClosed();

/** Sends a query until it is answered, or until nobody waits for it any more. */
async function read<Result>(
  query: string,
  signal: AbortSignal | undefined,
  send: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await withinStatementLimits(query, () => retryRead(() => send(signal)));
  } catch (error) {
    throw signal?.aborted ? endOf(signal) : asLimitFailure(error);
  }
}

const write = <Result>(query: string, send: () => Promise<Result>): Promise<Result> =>
  withinStatementLimits(query, () => reportOutage(send));

/** Returns the rows of a query, decimals as exact text. */
export function selectRows<Row>(
  client: Connection,
  statement: Sql,
  settings?: ClickHouseSettings,
): Promise<Row[]> {
  const { query, params } = bindValues(statement);
  return read(query, currentQuestion()?.signal, async (abort_signal) => {
    const result = await clientOf(client).query({
      query,
      format: 'JSONEachRow',
      query_params: params,
      clickhouse_settings: { ...readSettings, ...readLimits(), ...settings },
      abort_signal,
    });
    return result.json<Row>();
  });
}

/** Returns the rows of a query over active loads, from the cache when it was run before. */
export function selectCachedRows<Row>(
  { client, results }: CostStore,
  statement: Sql,
): Promise<Row[]> {
  const { query, params } = bindValues(statement);
  const load = (signal?: AbortSignal) =>
    read(query, signal, async (abort_signal) => {
      const result = await clientOf(client).query({
        query,
        format: 'JSONEachRow',
        query_params: params,
        clickhouse_settings: { ...readSettings, ...readLimits() },
        abort_signal,
      });
      return result.text();
    });
  const signal = currentQuestion()?.signal;
  return results.read<Row>({ query, params }, load, signal).catch((error: unknown) => {
    throw signal?.aborted ? endOf(signal) : error;
  });
}

export const writeSettings: ClickHouseSettings = {
  session_timezone: 'UTC',
  // Rows must have arrived on their shards before a load is counted.
  distributed_foreground_insert: 1,
  // By default, rows that are read from a table of the cluster would stay on their shard, whatever the
  // sharding key of the table that they are written to.
  parallel_distributed_insert_select: '0',
};

/** Runs a statement that returns no rows. It is never retried: it may have run although no response came. */
export async function run(
  client: Connection,
  statement: Sql,
  settings?: ClickHouseSettings,
): Promise<void> {
  const query = inlineValues(statement);
  await write(query, () =>
    clientOf(client).command({ query, clickhouse_settings: { ...writeSettings, ...settings } }),
  );
}

/** Sends rows to a ClickHouse server, whose statement reads them as `input()`. */
export async function sendRows(
  { bulk }: CostStore,
  statement: Sql,
  rows: Readable,
  options: { encoding?: string; settings: ClickHouseSettings; signal?: AbortSignal },
): Promise<void> {
  const { encoding, settings, signal } = options;
  const query = inlineValues(statement);
  await write(query, async () => {
    const { stream } = await clientOf(bulk).exec({
      query,
      values: rows,
      http_headers: encoding === undefined ? {} : { 'Content-Encoding': encoding },
      clickhouse_settings: { ...writeSettings, ...settings },
      abort_signal: signal,
    });
    await finished(stream.resume());
  });
}

/** Name and cluster clause of the table that stores the rows, for ALTER and DROP PARTITION. */
export function localTable(store: CostStore, table: string): Sql {
  if (store.cluster === undefined) return sql.ref(table);
  return sql`${sql.ref(`${table}_local`)} ON CLUSTER ${sql.raw(store.cluster)}`;
}
