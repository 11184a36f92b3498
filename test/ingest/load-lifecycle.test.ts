import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rollups } from '../../src/domain/costs/query/rollups.js';
import type { Progress } from '../../src/domain/intake/ingest/progress.js';
import {
  dropSupersededLoads,
  dropAbandonedLoads,
} from '../../src/domain/intake/ingest/clean-up-loads.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { costStore } from './engine.js';
import { TestIntegration } from './test-integration.js';
import { MemoryLoadStore } from './memory-load-store.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-bills-'));
const header =
  'BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName,Tags\n';

/** Writes a bill with one cost for each of the first days of a month. */
function writeBill(name: string, month: string, ...costs: number[]): string {
  const path = join(folder, name);
  const rows = costs.map((cost, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    return `acc,${month}-01,${day}T00:00:00Z,${day}T01:00:00Z,Usage,${cost},Storage,"{""n"":""${index}""}"`;
  });
  writeFileSync(path, header + rows.join('\n'));
  return path;
}

async function countRows(loadIds: number[]): Promise<Record<string, number>> {
  const { client } = await costStore();
  const tables = ['lines', ...rollups, 'services', 'tag_values', 'accounts'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await selectRows<{ rows: string }>(
        client,
        sql`SELECT count() AS rows FROM ${sql.ref(table)}
         WHERE load_id IN (${sql.numbers(loadIds)})`,
      );
      return [table, Number(row?.rows)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

async function expectRowsInEveryTable(loadIds: number[]): Promise<void> {
  for (const [table, rows] of Object.entries(await countRows(loadIds))) {
    expect(rows, table).toBeGreaterThan(0);
  }
}

async function expectNoRows(loadIds: number[]): Promise<void> {
  const counts = await countRows(loadIds);
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((table) => [table, 0])));
}

test('importing the same file again changes nothing', async () => {
  const integration = new TestIntegration();
  const path = writeBill('same.csv', '2024-01', 1, 2, 3);
  await integration.import(path);
  expect(await integration.import(path)).toEqual({ status: 'skipped' });
  expect(integration.loadStore.loads).toHaveLength(1);
});

test('a corrected file replaces exactly its period, and importing the first version again restores it', async () => {
  const integration = new TestIntegration();
  const first = writeBill('january.csv', '2024-01', 1, 2, 3);
  await integration.import(first);
  await integration.import(writeBill('february.csv', '2024-02', 10));
  expect(await integration.totals()).toMatchObject({ billed: '16' });
  await integration.import(writeBill('january-corrected.csv', '2024-01', 1, 2));
  expect(await integration.totals()).toMatchObject({ billed: '13' });
  expect(await integration.import(first)).toMatchObject({ status: 'committed' });
  expect(await integration.totals()).toMatchObject({ billed: '16' });
});

test('the same input produces the same line ids', async () => {
  const path = writeBill('ids.csv', '2024-01', 1, 2);
  const integration = new TestIntegration();
  await integration.import(path);
  const before = await integration.select('line_id', 'ORDER BY line_id');
  await integration.import(writeBill('other.csv', '2024-01', 5));
  await integration.import(path);
  expect(await integration.select('line_id', 'ORDER BY line_id')).toEqual(before);
});

test('a delivery older than the active one is skipped', async () => {
  const integration = new TestIntegration();
  await integration.import(writeBill('new.csv', '2024-01', 5), {
    sourceVersion: '2024-02-02T00:00:00Z',
  });
  const older = writeBill('old.csv', '2024-01', 4);
  expect(await integration.import(older, { sourceVersion: '2024-02-01T00:00:00Z' })).toEqual({
    status: 'skipped',
  });
  expect(await integration.totals()).toMatchObject({ billed: '5' });
});

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers() {
  let resolve = () => {};
  let reject = (_error: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Its process ends when everything is stored and nothing is active yet, as far as others can tell. */
class CrashingLoadStore extends MemoryLoadStore {
  readonly #crash = withResolvers();
  readonly #stored = withResolvers();
  readonly stored = this.#stored.promise;

  override activate(): Promise<void> {
    this.#stored.resolve();
    return this.#crash.promise;
  }

  /** Lets the import end, so that it leaves no temporary files. */
  end(): void {
    this.#crash.reject(new Error('simulated crash'));
  }
}

test('an import that crashes before activation leaves the old state, and its rows are deleted', async () => {
  const store = await costStore();
  const integration = new TestIntegration();
  await integration.import(writeBill('active.csv', '2024-01', 7));
  const crashing = new CrashingLoadStore();
  const path = writeBill('crashed.csv', '2024-01', 8);
  const crashed = integration.import(path, {}, { loadStore: crashing });
  await Promise.race([crashing.stored, crashed]);
  expect(await integration.totals()).toMatchObject({ billed: '7' });
  const abandoned = await crashing.abandonedLoads();
  expect(abandoned).toHaveLength(1);
  await expectRowsInEveryTable(abandoned);
  expect(await dropAbandonedLoads(store, crashing)).toEqual(abandoned);
  await expectNoRows(abandoned);
  expect(await integration.totals()).toMatchObject({ billed: '7' });
  crashing.end();
  await expect(crashed).rejects.toThrow('simulated crash');
});

test('superseded loads are dropped after the retention period, active ones never', async () => {
  const store = await costStore();
  const integration = new TestIntegration();
  await integration.import(writeBill('v1.csv', '2024-01', 1));
  const superseded = integration.loadStore.activeIds();
  await integration.import(writeBill('v2.csv', '2024-01', 2));
  expect(await dropSupersededLoads(store, integration.loadStore, new Date(0))).toEqual([]);
  await expectRowsInEveryTable(superseded);
  const dropped = await dropSupersededLoads(
    store,
    integration.loadStore,
    new Date(Date.now() + 1000),
  );
  expect(dropped).toEqual(superseded);
  await expectNoRows(superseded);
  expect(await integration.totals()).toMatchObject({ billed: '2' });
});

test('a load records its row counts and totals', async () => {
  const integration = new TestIntegration();
  await integration.import(writeBill('totals.csv', '2024-01', 1, 2, 3));
  expect(integration.loadStore.loads[0]?.finished).toMatchObject({
    rowsRead: 3,
    rowsRejected: 0,
    lines: 3,
    totals: [{ currency: 'USD', billed: '6', effective: '6' }],
    firstDate: '2024-01-01',
    lastDate: '2024-01-03',
  });
});

test('the last progress report is complete', async () => {
  const reports: Progress[] = [];
  const path = writeBill('progress.csv', '2024-03', 1, 2, 3);
  await new TestIntegration().import(
    path,
    {},
    { onProgress: (progress) => reports.push(progress) },
  );
  const bytes = readFileSync(path).length;
  expect(reports.at(-1)).toMatchObject({ rows: 3, bytes, totalBytes: bytes });
});
