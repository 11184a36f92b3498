import { type ClickHouseClient, createClient } from '@clickhouse/client';
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

async function openEmbedded(path: string): Promise<OpenCostStore> {
  // The native library is 500 MB: a process that talks to a server never loads it.
  const { createChdbConnection } = await import('chdb/connection');
  const connect = (): ClickHouseClient => {
    // The two packages carry their own copies of the same connection types.
    const connection = createChdbConnection({ path }) as unknown as ClientConnection;
    return createClient({ connection });
  };
  const store = { client: connect(), bulk: connect(), embedded: true } as const;
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
