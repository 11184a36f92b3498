import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { afterAll, beforeAll } from 'vitest';
import { costServerUrl, createCostDatabase, newCostDatabaseUrl } from '../cost-database.js';

type ClientConnection = NonNullable<Parameters<typeof createClient>[0]>['connection'];

/** An empty cost store for the tests of a file: the embedded engine, or a database of the ClickHouse server. */
export function temporaryCostStore(): ClickHouseClient {
  if (costServerUrl) return temporaryDatabase(newCostDatabaseUrl(costServerUrl));
  const path = mkdtempSync(join(tmpdir(), 'farthing-vql-'));
  const connection = createChdbConnection({ path });
  // Its types come from a second copy of the client package; at run time they are the same.
  const client = createClient({ connection: connection as unknown as ClientConnection });
  afterAll(async () => {
    await client.close();
    rmSync(path, { recursive: true, force: true });
  });
  return client;
}

function temporaryDatabase(url: string): ClickHouseClient {
  const client = createClient({ url });
  beforeAll(() => createCostDatabase(url));
  afterAll(() => client.close());
  return client;
}

type Column = readonly [name: string, type: string];

/** Creates a table with rows, which may omit columns. */
export async function createTable(
  client: ClickHouseClient,
  table: string,
  columns: readonly Column[],
  rows: readonly object[],
): Promise<void> {
  const list = columns.map((column) => column.join(' ')).join(', ');
  await client.command({ query: `CREATE TABLE ${table} (${list}) ENGINE = Memory` });
  await client.insert({ table, values: rows, format: 'JSONEachRow' });
}

/** The rows of a query. */
export async function selectRows<Row>(
  client: ClickHouseClient,
  query: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<Row[]> {
  const result = await client.query({ query, query_params: { ...values }, format: 'JSONEachRow' });
  return result.json<Row>();
}
