import { randomUUID } from 'node:crypto';
import { createClient } from '@clickhouse/client';

/** ClickHouse server to run the suites of the cost store on; the embedded engine if not set. */
export const costServerUrl = process.env['TEST_CLICKHOUSE_URL'] || undefined;

/** Databases of this run start with this name; `setup/clickhouse.ts` drops them when it ends. */
const prefix = `farthing_test_${process.env['TEST_RUN'] ?? 'single'}_`;

/** URL of a new database on the server, before it is created. */
export function newCostDatabaseUrl(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${prefix}${randomUUID().slice(0, 8)}`;
  return url.href;
}

/** Creates the database of a URL. */
export function createCostDatabase(url: string): Promise<void> {
  return runOnServer(url, `CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
}

/** Creates an empty database for the tests of a process; undefined where the embedded engine is tested. */
export async function newCostDatabase(): Promise<string | undefined> {
  if (!costServerUrl) return undefined;
  const url = newCostDatabaseUrl(costServerUrl);
  await createCostDatabase(url);
  return url;
}

async function runOnServer(databaseUrl: string, query: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '';
  const client = createClient({ url: url.href });
  await client.command({ query });
  await client.close();
}
