import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerFormats } from '../../src/domain/intake/ingest/formats/index.js';
import {
  type ImportEnvironment,
  importCosts,
} from '../../src/domain/intake/ingest/import-costs.js';
import { failureReason } from '../../src/domain/intake/ingest/importer.js';
import type { Progress } from '../../src/domain/intake/ingest/progress.js';
import { dropOrphanedStagingTables } from '../../src/domain/intake/ingest/stage-files.js';
import { selectRows } from '../../src/platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../src/platform/store/sql.js';
import { migrateCostStore } from '../../src/platform/store/clickhouse/migrate-cost-store.js';
import {
  type OpenCostStore,
  openCostStore,
} from '../../src/platform/store/clickhouse/open-cost-store.js';
import { costServerUrl } from '../cost-database.js';
import { FaultyProxy } from '../clickhouse-front/faulty-proxy.js';
import { type Front, startFront } from '../clickhouse-front/start-front.js';
import { MemoryLoadStore } from './memory-load-store.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-server-import-'));
const frontFolder = join(folder, 'front');
let front: Front;
let proxy: FaultyProxy;
let store: OpenCostStore;
let loadStore: MemoryLoadStore;

// These tests kill the server, so they run on one of their own, and once.
describe.skipIf(costServerUrl !== undefined)('imports into a server that fails', () => {
  beforeAll(async () => {
    front = await startFront(frontFolder);
    proxy = await FaultyProxy.start(front.url);
    store = await openCostStore({ folder, clickhouseUrl: proxy.url });
    await migrateCostStore(store);
  });

  beforeEach(() => {
    loadStore = new MemoryLoadStore();
  });

  afterEach(() => {
    proxy.delayMs = 0;
    proxy.breaksAfterBytes = Infinity;
    proxy.onSent = undefined;
  });

  afterAll(async () => {
    await store.close();
    proxy.stop();
    await front.kill();
    rmSync(folder, { recursive: true });
  });

  const restartFront = async () => {
    await front.kill();
    front = await startFront(frontFolder, Number(new URL(front.url).port));
  };

  const importFiles = (paths: string[], environment: Partial<ImportEnvironment> = {}) =>
    importCosts(
      {
        store,
        loadStore,
        formats: providerFormats,
        workFolder: folder,
        today: '2026-01-15',
        ...environment,
      },
      {
        integrationToken: 'accss_crdntl_server',
        provider: 'custom_provider',
        files: paths.map((path) => ({ name: basename(path), path })),
      },
    );

  const linesOf = async (columns: Sql) => {
    const loads = sql.numbers([0, ...loadStore.activeIds()]);
    const [row] = await selectRows(
      store.client,
      sql`SELECT ${columns} FROM lines WHERE load_id IN (${loads})`,
    );
    return row;
  };

  const stagingTables = () => selectRows(store.client, sql`SHOW TABLES LIKE 'staged_rows_%'`);

  /** Writes a bill whose costs are the numbers of its rows. */
  async function writeNumberedBill(name: string, rows: number, options: string): Promise<string> {
    const path = join(folder, name);
    const connection = await (await DuckDBInstance.create()).connect();
    await connection.run(
      `COPY (SELECT '2024-01-01T00:00:00Z' AS ChargePeriodStart, '2024-01-01T01:00:00Z' AS ChargePeriodEnd,
       'Usage' AS ChargeCategory, range + 1 AS BilledCost, 'Storage' AS ServiceName
     FROM range(${rows})) TO '${path}' (${options})`,
    );
    connection.closeSync();
    return path;
  }

  function writeBill(name: string, ...costs: number[]): string {
    const path = join(folder, name);
    const header = 'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName';
    const rows = costs.map((cost) => `2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,${cost},A`);
    writeFileSync(path, [header, ...rows].join('\n'));
    return path;
  }

  test('the rows of every kind of file keep their numbers', async () => {
    // Larger than the pieces in which the engine parses text, and with several row groups.
    const rows = 200_000;
    for (const [name, options] of [
      ['numbered.csv', 'FORMAT csv'],
      ['numbered.csv.gz', 'FORMAT csv, COMPRESSION gzip'],
      ['numbered.csv.zst', 'FORMAT csv, COMPRESSION zstd'],
      ['numbered.parquet', 'FORMAT parquet, ROW_GROUP_SIZE 20480'],
    ] as const) {
      loadStore = new MemoryLoadStore();
      await importFiles([await writeNumberedBill(name, rows, options)]);
      expect(
        await linesOf(
          sql`count() AS lines, countIf(billed_cost != source_row) AS misnumbered,
            any(source_file) AS file`,
        ),
        name,
      ).toEqual({ lines: String(rows), misnumbered: '0', file: name });
    }
    expect(await stagingTables()).toEqual([]);
  });

  test('several files are numbered separately', async () => {
    await importFiles([writeBill('a.csv', 1, 2), writeBill('b.csv', 1, 2, 3)]);
    expect(
      await linesOf(
        sql`arraySort(groupArray(
          concat(source_file, ' ', toString(source_row), ' ', toString(billed_cost)))) AS rows`,
      ),
    ).toEqual({ rows: ['a.csv 1 1', 'a.csv 2 2', 'b.csv 1 1', 'b.csv 2 2', 'b.csv 3 3'] });
  });

  test('a failed import leaves no staging table', async () => {
    await expect(importFiles([writeBill('header.csv')])).rejects.toThrow('a header but no rows');
    const broken = join(folder, 'broken.parquet');
    writeFileSync(broken, 'PAR1');
    await expect(importFiles([broken])).rejects.toThrow(
      'broken.parquet is a damaged or truncated Parquet file; download it again.',
    );
    expect(await stagingTables()).toEqual([]);
  });

  test('progress grows from the first byte sent to the last row stored', async () => {
    const reports: Progress[] = [];
    const path = await writeNumberedBill('progress.csv', 200_000, 'FORMAT csv');
    await importFiles([path], { onProgress: (progress) => reports.push(progress) });
    const bytes = reports.map((report) => report.bytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
    expect(reports.at(-1)).toMatchObject({ rows: 200_000, bytes: reports.at(-1)?.totalBytes });
  });

  test('an import can be cancelled while its files are sent', async () => {
    const path = await writeNumberedBill('cancelled.csv', 200_000, 'FORMAT csv');
    const cancel = new AbortController();
    proxy.onSent = (bytes) => {
      if (bytes > 500_000) cancel.abort();
    };
    const importing = importFiles([path], { signal: cancel.signal });
    await expect(importing).rejects.toThrow('Import cancelled.');
    expect(loadStore.activeIds()).toEqual([]);
    expect(await stagingTables()).toEqual([]);
  });

  test('a slow server is waited for', async () => {
    proxy.delayMs = 100;
    await importFiles([writeBill('slow.csv', 5)]);
    expect(await linesOf(sql`sum(billed_cost) AS billed`)).toEqual({ billed: '5' });
  });

  test('a read is repeated when the server restarts', async () => {
    await front.kill();
    const reading = selectRows(store.client, sql`SELECT 1 AS one`);
    await restartFront();
    expect(await reading).toEqual([{ one: 1 }]);
  });

  test('a connection that breaks while files are sent changes nothing, and the next import succeeds', async () => {
    await importFiles([writeBill('first.csv', 7)]);
    const path = await writeNumberedBill('cut.csv', 200_000, 'FORMAT csv');
    proxy.breaksAfterBytes = 500_000;
    const error: unknown = await importFiles([path]).catch((reason: unknown) => reason);
    expect(failureReason(error)).toBe(
      'The storage did not respond during the import; nothing was changed. Import the files again.',
    );
    proxy.breaksAfterBytes = Infinity;
    expect(await linesOf(sql`sum(billed_cost) AS billed`)).toEqual({ billed: '7' });
    await importFiles([path]);
    expect(await linesOf(sql`count() AS lines`)).toEqual({ lines: '200000' });
  });

  test('a server that is killed during an import keeps the old state, and the next import succeeds', async () => {
    await importFiles([writeBill('old.csv', 7)]);
    const path = writeBill('new.csv', 8, 9);
    const begin = loadStore.begin.bind(loadStore);
    loadStore.begin = async (loads) => {
      await front.kill();
      return begin(loads);
    };
    const error: unknown = await importFiles([path]).catch((reason: unknown) => reason);
    expect(failureReason(error)).toMatch('nothing was changed');
    loadStore.begin = begin;
    await restartFront();
    expect(await linesOf(sql`sum(billed_cost) AS billed`)).toEqual({ billed: '7' });
    // The table of the interrupted import is dropped by age.
    expect(await stagingTables()).toHaveLength(1);
    await dropOrphanedStagingTables(store, new Date(Date.now() - 3_600_000));
    expect(await stagingTables()).toHaveLength(1);
    await dropOrphanedStagingTables(store, new Date(Date.now() + 3_600_000));
    expect(await stagingTables()).toEqual([]);
    await importFiles([path]);
    expect(await linesOf(sql`sum(billed_cost) AS billed`)).toEqual({ billed: '17' });
  });
});
