import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Progress } from '../../src/domain/ingest/progress.js';
import { dropSuperseded, sweepAbandoned } from '../../src/domain/ingest/sweep.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { costStore } from './engine.js';
import { TestIntegration } from './importing.js';
import { MemoryLoadBook } from './memory-load-book.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-bills-'));
const header =
  'BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName,Tags\n';

/** A bill with a cost per day of a month. */
function bill(name: string, month: string, ...costs: number[]): string {
  const path = join(folder, name);
  const rows = costs.map((cost, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    return `acc,${month}-01,${day}T00:00:00Z,${day}T01:00:00Z,Usage,${cost},Storage,"{""n"":""${index}""}"`;
  });
  writeFileSync(path, header + rows.join('\n'));
  return path;
}

async function rowsOfLoads(loadIds: number[]): Promise<Record<string, number>> {
  const { client } = await costStore();
  const tables = ['lines', 'daily_costs', 'monthly_costs', 'services', 'tag_values', 'accounts'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await selectRows<{ rows: string }>(
        client,
        `SELECT count() AS rows FROM ${table} WHERE load_id IN (${loadIds.join(', ')})`,
      );
      return [table, Number(row?.rows)] as const;
    }),
  );
  return Object.fromEntries(counts);
}

test('the same file again changes nothing', async () => {
  const integration = new TestIntegration();
  const path = bill('same.csv', '2024-01', 1, 2, 3);
  await integration.import(path);
  expect(await integration.import(path)).toEqual({ status: 'skipped' });
  expect(integration.book.entries).toHaveLength(1);
});

test('a corrected file replaces exactly its period, and the first version comes back when sent again', async () => {
  const integration = new TestIntegration();
  const first = bill('january.csv', '2024-01', 1, 2, 3);
  await integration.import(first);
  await integration.import(bill('february.csv', '2024-02', 10));
  expect(await integration.totals()).toMatchObject({ billed: '16' });
  await integration.import(bill('january-corrected.csv', '2024-01', 1, 2));
  expect(await integration.totals()).toMatchObject({ billed: '13' });
  expect(await integration.import(first)).toMatchObject({ status: 'committed' });
  expect(await integration.totals()).toMatchObject({ billed: '16' });
});

test('the same input gives the same line ids', async () => {
  const path = bill('ids.csv', '2024-01', 1, 2);
  const integration = new TestIntegration();
  await integration.import(path);
  const before = await integration.select('line_id', 'ORDER BY line_id');
  await integration.import(bill('other.csv', '2024-01', 5));
  await integration.import(path);
  expect(await integration.select('line_id', 'ORDER BY line_id')).toEqual(before);
});

test('a delivery older than the active one is left alone', async () => {
  const integration = new TestIntegration();
  await integration.import(bill('new.csv', '2024-01', 5), {
    sourceVersion: '2024-02-02T00:00:00Z',
  });
  const older = bill('old.csv', '2024-01', 4);
  expect(await integration.import(older, { sourceVersion: '2024-02-01T00:00:00Z' })).toEqual({
    status: 'skipped',
  });
  expect(await integration.totals()).toMatchObject({ billed: '5' });
});

class DyingBook extends MemoryLoadBook {
  override async activate(): Promise<void> {
    throw new Error('the process dies here');
  }

  /** A dead process marks nothing. */
  override async fail(): Promise<void> {}
}

test('an import that dies before the switch leaves the old state, and its rows are swept', async () => {
  const store = await costStore();
  const integration = new TestIntegration();
  await integration.import(bill('alive.csv', '2024-01', 7));
  const dying = new DyingBook();
  const dead = bill('dead.csv', '2024-01', 8);
  await expect(integration.import(dead, {}, { book: dying })).rejects.toThrow('dies here');
  expect(await integration.totals()).toMatchObject({ billed: '7' });
  const abandoned = await dying.abandoned();
  expect(abandoned).toHaveLength(1);
  expect(await sweepAbandoned(store, dying)).toEqual(abandoned);
  expect(Object.values(await rowsOfLoads(abandoned)).every((rows) => rows === 0)).toBe(true);
  expect(await integration.totals()).toMatchObject({ billed: '7' });
});

test('superseded loads are dropped after their retention, active ones never', async () => {
  const store = await costStore();
  const integration = new TestIntegration();
  await integration.import(bill('v1.csv', '2024-01', 1));
  await integration.import(bill('v2.csv', '2024-01', 2));
  expect(await dropSuperseded(store, integration.book, new Date(0))).toEqual([]);
  const dropped = await dropSuperseded(store, integration.book, new Date(Date.now() + 1000));
  expect(dropped).toHaveLength(1);
  expect(Object.values(await rowsOfLoads(dropped)).every((rows) => rows === 0)).toBe(true);
  expect(await integration.totals()).toMatchObject({ billed: '2' });
});

test('a load keeps its books', async () => {
  const integration = new TestIntegration();
  await integration.import(bill('books.csv', '2024-01', 1, 2, 3));
  expect(integration.book.entries[0]?.finished).toMatchObject({
    rowsRead: 3,
    rowsRejected: 0,
    lines: 3,
    totals: [{ currency: 'USD', billed: '6', effective: '6' }],
    firstDate: '2024-01-01',
    lastDate: '2024-01-03',
  });
});

test('progress ends at the whole', async () => {
  const reports: Progress[] = [];
  const path = bill('progress.csv', '2024-03', 1, 2, 3);
  await new TestIntegration().import(
    path,
    {},
    { onProgress: (progress) => reports.push(progress) },
  );
  const bytes = readFileSync(path).length;
  expect(reports.at(-1)).toMatchObject({ rows: 3, bytes, totalBytes: bytes });
});
