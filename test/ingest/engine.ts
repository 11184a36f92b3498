import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CostStore } from '../../src/platform/store/clickhouse/cost-store.js';
import { migrateCostStore } from '../../src/platform/store/clickhouse/migrate-cost-store.js';
import { openCostStore } from '../../src/platform/store/clickhouse/open-cost-store.js';
import { newCostDatabase } from '../cost-database.js';

let opened: Promise<CostStore> | undefined;

/**
 * The cost store of this process, which all its test files share: the embedded engine in a temporary
 * folder, or a database of the ClickHouse server in TEST_CLICKHOUSE_URL.
 */
export function costStore(): Promise<CostStore> {
  opened ??= open();
  return opened;
}

async function open(): Promise<CostStore> {
  const path = mkdtempSync(join(tmpdir(), 'farthing-engine-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  const store = await openCostStore({ folder: path, clickhouseUrl: await newCostDatabase() });
  await migrateCostStore(store);
  return store;
}
