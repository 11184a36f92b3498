import { createClient } from '@clickhouse/client';
import { ConnectionPool } from './connection-pool.js';
import { selectRows, type CostStore } from './cost-store.js';

type ClientConnection = NonNullable<Parameters<typeof createClient>[0]>['connection'];

export interface OpenCostStore extends CostStore {
  close(): Promise<void>;
}

/** Opens ClickHouse where a URL is given, chDB in the data folder otherwise. */
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
  return { client, bulk, cluster, close };
}

/**
 * Statements keep threads of Node's pool of four busy: with one more for loads, this leaves one for
 * files and compression. A third reader answers no sooner on two cores.
 */
const readerCount = 2;

async function openEmbedded(path: string): Promise<OpenCostStore> {
  // The native library is 500 MB: a process that talks to a server never loads it.
  const { createChdbConnection } = await import('chdb/connection');
  // The two packages carry their own copies of the same connection types.
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
  } as const;
  await pingCostStore(store);
  const close = async () => {
    await store.bulk.close();
    await store.client.close();
  };
  return { ...store, close };
}

export async function pingCostStore({ client }: CostStore): Promise<void> {
  await selectRows(client, 'SELECT 1');
}
