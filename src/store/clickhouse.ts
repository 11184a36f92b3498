import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';

type ClientConnection = NonNullable<Parameters<typeof createClient>[0]>['connection'];

/** Opens ClickHouse where a URL is given, chDB in the data folder otherwise. */
export async function openClickHouse(options: {
  clickhouseUrl?: string;
  folder: string;
}): Promise<ClickHouseClient> {
  if (options.clickhouseUrl) {
    return createClient({ url: options.clickhouseUrl, request_timeout: 120_000 });
  }
  // The native library is 500 MB: a process that talks to a server never loads it.
  const { createChdbConnection } = await import('chdb/connection');
  // The two packages carry their own copies of the same connection types.
  const connection = createChdbConnection({ path: options.folder }) as unknown as ClientConnection;
  const client = createClient({ connection });
  await pingClickHouse(client);
  return client;
}

export async function pingClickHouse(client: ClickHouseClient): Promise<void> {
  const answer = await client.query({ query: 'SELECT 1', format: 'JSONEachRow' });
  await answer.json();
}

export const clickhouseFolder = (data: string) => join(data, 'clickhouse');
