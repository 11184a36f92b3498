import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings } from '@clickhouse/client';
import { ConfigError } from '../../config.js';
import { type Connection, connect, connectInProcess } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import { run, selectRows, type CostStore } from './cost-store.js';
import type { OnStatement } from '../../telemetry/statement.js';
import { quoteName, sql } from '../sql.js';
import { ResultCache } from './result-cache.js';
import { statementLimits } from './statement-limits.js';

/** A cost store with the function that closes it. */
export interface OpenCostStore extends CostStore {
  /** For health checks and cancellations, which must not wait for queries. */
  control: Connection;
  close(): Promise<void>;
}

/** Connects to ClickHouse when a URL is given, otherwise opens chDB in the data folder. */
export async function openCostStore(
  options: { clickhouseUrl?: string; clickhouseCluster?: string; folder: string },
  onStatement?: OnStatement,
): Promise<OpenCostStore> {
  return options.clickhouseUrl
    ? openServer(options.clickhouseUrl, options.clickhouseCluster, onStatement)
    : openEmbedded(options.folder, onStatement);
}

const readTimeoutMs = 120_000;
const controlTimeoutMs = 10_000;
/** Without any sign of life for so long, a statement is given up. */
const bulkTimeoutMs = 3_600_000;

/**
 * Long statements return nothing for minutes. Headers with their progress keep the connection open
 * through proxies, which close connections that are silent for a minute.
 */
const progressHeaders = {
  send_progress_in_http_headers: 1,
  http_headers_progress_interval_ms: '20000',
} as const;

/**
 * Statements of imports follow the columns of their files, so code that is compiled for one is seldom used
 * again. Compiling took as long as the import of a small file.
 */
const seldomCompiled = {
  min_count_to_compile_expression: '1000',
  min_count_to_compile_aggregate_expression: '1000',
  min_count_to_compile_sort_description: '1000',
} as const;

async function openServer(
  url: string,
  cluster: string | undefined,
  onStatement: OnStatement | undefined,
): Promise<OpenCostStore> {
  const shared = {
    url,
    application: 'farthing',
    // Errors are thrown, and logged where they are handled.
    log: { level: ClickHouseLogLevel.OFF },
    // Lists of loads may be longer than an address can be.
    use_multipart_params_auto: true,
    compression: { response: true },
    clickhouse_settings: {
      ...progressHeaders,
      ...statementLimits,
      // A query that nobody waits for any more ends with its connection.
      cancel_http_readonly_queries_on_client_close: 1,
    } as const,
    // Six hours of progress.
    max_response_headers_size: 2 ** 20,
  };
  const client = connect({ ...shared, request_timeout: readTimeoutMs }, onStatement);
  const bulk = connect(
    {
      ...shared,
      clickhouse_settings: { ...shared.clickhouse_settings, ...seldomCompiled },
      request_timeout: bulkTimeoutMs,
      // A statement that writes is not retried, so it must not meet a connection that the server has closed.
      keep_alive: { enabled: false },
    },
    onStatement,
  );
  const control = connect({ ...shared, request_timeout: controlTimeoutMs });
  const close = async () => {
    await Promise.all([client.close(), bulk.close(), control.close()]);
  };
  const store = {
    client,
    bulk,
    control,
    cluster: cluster && quoteName(cluster),
    results: new ResultCache(),
    close,
  };
  try {
    await pingCostStore(store);
  } catch (error) {
    await close();
    if (!(error instanceof ClickHouseError)) throw error;
    // The server answers, but not to this user or for this database.
    throw new ConfigError(`CLICKHOUSE_URL cannot be used: ${error.message.trim()}`, {
      cause: error,
    });
  }
  return store;
}

/**
 * Each running statement occupies one of the four threads of Node's pool. With one more for loads,
 * this leaves one for files, compression and health checks. A third reader is no faster on two cores.
 */
const readerCount = 2;

/** The native library takes 500 MB, so a process that uses a server must not load it. */
async function loadEngine() {
  try {
    return await import('chdb/connection');
  } catch (error) {
    // npm leaves it out where optional packages are not wanted, and an old glibc cannot load it.
    throw new ConfigError(
      'The embedded ClickHouse engine cannot be loaded; install Farthing again with "npm install --include=optional", ' +
        `or name a server by CLICKHOUSE_URL. The reason: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

async function openEmbedded(
  path: string,
  onStatement: OnStatement | undefined,
): Promise<OpenCostStore> {
  const { createChdbConnection } = await loadEngine();
  const open = (
    pool: ConnectionPool,
    { settings, observer }: { settings?: ClickHouseSettings; observer?: OnStatement } = {},
  ) =>
    connectInProcess(pool, { clickhouse_settings: { ...statementLimits, ...settings } }, observer);
  const connections = (size: number) =>
    Array.from({ length: size }, () => createChdbConnection({ path }));
  const control = open(new ConnectionPool(connections(1)));
  const cancel = (text: string) =>
    run(control, sql`KILL QUERY WHERE position(query, ${sql.literal(text)}) = 1 ASYNC`);
  const readers = new ConnectionPool(connections(readerCount), cancel);
  const loader = new ConnectionPool(connections(1));
  const store = {
    client: open(readers, { observer: onStatement }),
    bulk: open(loader, { settings: seldomCompiled, observer: onStatement }),
    control,
    waitingStatements: () => readers.waiting + loader.waiting,
    embedded: true,
    results: new ResultCache(),
  } as const;
  await pingCostStore(store);
  const close = async () => {
    for (const client of [store.bulk, store.client, control]) await client.close();
  };
  return { ...store, close };
}

/** Fails when ClickHouse does not respond. */
export async function pingCostStore({ control }: Pick<OpenCostStore, 'control'>): Promise<void> {
  await selectRows(control, sql`SELECT 1`);
}
