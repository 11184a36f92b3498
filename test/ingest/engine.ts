import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import type { CostStore } from '../../src/store/clickhouse/cost-store.js';
import { migrateCostStore } from '../../src/store/clickhouse/migrate.js';

let opened: Promise<CostStore> | undefined;

/** The process's one embedded engine, in a folder of its own; every test file shares it. */
export function costStore(): Promise<CostStore> {
  opened ??= open();
  return opened;
}

async function open(): Promise<CostStore> {
  const path = mkdtempSync(join(tmpdir(), 'farthing-engine-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  const store = { client: connect(path), bulk: connect(path) };
  await migrateCostStore(store);
  return store;
}

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

function connect(path: string): ClickHouseClient {
  // Both packages ship their own copy of the same connection types.
  const connection = createChdbConnection({ path }) as unknown as ClientOptions['connection'];
  return createClient({ connection });
}
