import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CostStore } from '../../src/platform/store/clickhouse/cost-store.js';
import { migrateCostStore } from '../../src/platform/store/clickhouse/migrate-cost-store.js';
import { openCostStore } from '../../src/platform/store/clickhouse/open-cost-store.js';

let opened: Promise<CostStore> | undefined;

/** The embedded engine of this process, in a temporary folder; all test files share it. */
export function costStore(): Promise<CostStore> {
  opened ??= open();
  return opened;
}

async function open(): Promise<CostStore> {
  const path = mkdtempSync(join(tmpdir(), 'farthing-engine-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  const store = await openCostStore({ folder: path });
  await migrateCostStore(store);
  return store;
}
