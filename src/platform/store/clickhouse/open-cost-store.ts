import { createClient } from '@clickhouse/client';
import { ConnectionPool } from './connection-pool.js';
import { selectRows, type CostStore } from './cost-store.js';
import { ResultCache } from './result-cache.js';

type ClientConnection = NonNullable<Parameters<typeof createClient>[0]>['connection'];

/** A cost store with the function that closes it. */
export interface OpenCostStore extends CostStore {
  close(): Promise<void>;
}

/** Connects to ClickHouse when a URL is given, otherwise opens chDB in the data folder. */
export async function openCostStore(options: {
  clickhouseUrl?: string;
  clickhouseCluster?: string;
  folder: string;
}): Promise<OpenCostStore> {
  return options.clickhouseUrl
    ? openServer(options.clickhouseUrl, options.clickhouseCluster)
    : openEmbedded(options.folder);
}

function openServer(url: string, cluster: string | undefined): OpenCostStore {
  const client = createClient({ url, request_timeout: 120_000 });
  const bulk = createClient({ url, request_timeout: 6 * 3_600_000 });
  const close = async () => {
    await Promise.all([client.close(), bulk.close()]);
  };
  return { client, bulk, cluster, results: new ResultCache(), close };
}

/**
 * Each running statement occupies one of the four threads of Node's pool. With one more for loads,
 * this leaves one for files and compression. A third reader is no faster on two cores.
 */
const readerCount = 2;

async function openEmbedded(path: string): Promise<OpenCostStore> {
  // The native library takes 500 MB, so a process that uses a server must not load it.
  const { createChdbConnection } = await import('chdb/connection');
  // The two packages declare the same connection types separately.
  const clientOf = (connection: unknown) =>
    createClient({ connection: connection as ClientConnection });
  const pool = (size: number) =>
    clientOf(
      new ConnectionPool(Array.from({ length: size }, () => createChdbConnection({ path }))),
    );
  const store = {
    client: pool(readerCount),
    bulk: pool(1),
    embedded: true,
    results: new ResultCache(),
  } as const;
  await pingCostStore(store);
  const close = async () => {
    await store.bulk.close();
    await store.client.close();
  };
  return { ...store, close };
}

/** Fails when ClickHouse does not respond. */
export async function pingCostStore({ client }: CostStore): Promise<void> {
  await selectRows(client, 'SELECT 1');
}
