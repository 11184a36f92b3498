import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Format } from '../src/domain/intake/ingest/format.js';
import { customCsvTransformed } from '../src/domain/intake/ingest/formats/index.js';
import { fetchFileSet, findFileSets } from '../src/domain/intake/bill-sources/file-sets.js';
import { FolderSource } from '../src/domain/intake/bill-sources/folder-source.js';
import { listObjects } from '../src/domain/intake/bill-sources/bill-source.js';
import { selectRows } from '../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../src/platform/store/sql.js';
import { Decimal, formatDecimal } from '../src/platform/lib/decimal.js';
import { costRequests, type CostParameters } from './cost-requests.js';
import { importFiles, newIntegration } from './cost-fixtures.js';
import { setTime } from './clock.js';
import { type Account, newAccount } from './harness.js';
import {
  bothAzure,
  multicloud,
  november2018,
  november2023,
  october2018,
  oracleServices,
} from './sample-breakdowns.js';
import { focusSamples, providerSamples, transformedSamples } from './sample-sums.js';
import { sharedFolder, sharedNotice } from './shared.js';

// The totals and breakdowns of the sample bills, through the API.
let account: Account;
let report: string;
const { readCosts } = costRequests(() => account);

async function useNewAccount(): Promise<void> {
  account = await newAccount();
  report = (await account.as.get('/v2/cost_reports')).body.cost_reports[0].token;
}

/** Accounts with the costs of samples that tests have imported, which other tests read, too. */
const accounts = new Map<string, { account: Account; report: string; result: ImportResult }>();
type ImportResult = Awaited<ReturnType<typeof importFiles>>;

async function importSamples(files: readonly string[], formats?: readonly Format[]) {
  const imported = accounts.get(files.join());
  if (imported) {
    ({ account, report } = imported);
    return imported.result;
  }
  await useNewAccount();
  const paths = files.map((file) => join(sharedFolder!, 'data', file));
  const result = await importFiles(account, await newIntegration(account), paths, { formats });
  accounts.set(files.join(), { account, report, result });
  return result;
}

/** All costs, of every kind of charge. */
const readAll = (parameters: CostParameters = {}) =>
  readCosts({
    filter: undefined,
    cost_report_token: report,
    start_date: '2010-01-01',
    date_bin: 'quarter',
    'settings[include_credits]': true,
    'settings[include_refunds]': true,
    limit: 5000,
    ...parameters,
  });

const billed = { 'settings[amortize]': false };

/** Sums by one grouping, as `[value, amount]`, sorted by value. */
async function by(groupings: string, parameters: CostParameters = {}): Promise<[string, string][]> {
  const sums = new Map<string, Decimal>();
  for (const cost of (await readAll({ groupings, ...parameters })).costs) {
    const value = groupings.startsWith('tag:') ? cost.tag : cost[groupings];
    const key = String(value ?? '-');
    sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(cost.amount));
  }
  return [...sums]
    .map(([key, sum]) => [key, sum.toFixed()] as [string, string])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const services = async () => (await account.as.get('/v2/cost_services')).body.cost_services.length;

const pairs = (rows: readonly (readonly string[])[], column: number) =>
  rows.map((row) => [row[0], row[column]]);

describe.skipIf(!sharedFolder)(`sample bills${sharedNotice}`, () => {
  // Fees are amortized over a year; days in the future would not count.
  beforeAll(() => setTime('2029-01-01T00:00:00Z'));
  afterAll(() => setTime('2026-03-10T09:00:00Z'));

  test.each(providerSamples)('$file has the expected format, rows and totals', async (sums) => {
    const result = await importSamples([sums.file]);
    if (result.status !== 'committed') throw new Error('not committed');
    const rows = { stored: 0, rejected: 0 };
    for (const { rowsStored, rowsRejected } of result.loads) {
      rows.stored += rowsStored;
      rows.rejected += rowsRejected;
    }
    expect([result.format, rows]).toEqual([
      sums.format,
      { stored: sums.rows, rejected: sums.rejected ?? 0 },
    ]);
    for (const [view, expected] of [
      [billed, sums.billed],
      [{}, sums.effective],
    ] as const) {
      const found = await readAll(view);
      const { currency = 'USD' } = sums;
      const amounts = [found.total_cost, ...(found.unconverted_costs ?? [])];
      const { amount } = amounts.find((each) => each.currency === currency);
      expect(amount).toBe(formatDecimal(expected));
      const rows = found.costs.filter((cost: { currency: string }) => cost.currency === currency);
      const sum = rows.reduce(
        (all: Decimal, cost: { amount: string }) => all.plus(cost.amount),
        new Decimal(0),
      );
      expect(formatDecimal(sum.toFixed())).toBe(amount);
    }
  });

  // Many small files, so they are imported as one bill.
  test.each([
    ['as they are', focusSamples, undefined],
    ['by the transforming upload', transformedSamples, [customCsvTransformed]],
  ])('examples of FOCUS have their rows and totals, read %s', async (_how, samples, formats) => {
    const result = await importSamples(
      samples.map(({ file }) => file),
      formats,
    );
    if (result.status !== 'committed') throw new Error('not committed');
    expect(result.loads.reduce((rows, load) => rows + load.rowsRejected, 0)).toBe(
      samples.reduce((rows, { rejected = 0 }) => rows + rejected, 0),
    );
    const loadIds = result.loads.map(({ loadId }) => loadId);
    const stored = await selectRows(
      account.app.services.costs.client,
      sql`SELECT source_file AS file, uniqExact(source_row) AS rows,
         sum(billed_cost) AS billed, sum(effective_cost) AS effective
       FROM lines WHERE load_id IN ${sql.bind('Array(UInt32)', loadIds)}
       GROUP BY file ORDER BY file`,
    );
    const expected = samples.map(({ file, rows, billed, effective }) => ({
      file: basename(file),
      rows: String(rows),
      billed,
      effective,
    }));
    expect(stored).toEqual(expected.toSorted((a, b) => (a.file < b.file ? -1 : 1)));
  });

  describe.each([
    'aws-cur-parquet/2018-10-hourly.snappy.parquet',
    'aws-cur2/2018-10-hourly.snappy.parquet',
  ])('%s', (file) => {
    beforeAll(() => importSamples([file]));

    test('charge types', async () => {
      expect(await by('charge_type', billed)).toEqual(pairs(october2018.chargeTypes, 2));
      expect(await by('charge_type')).toEqual([
        ['AllocatedAmortizedFee', october2018.chargeTypes[0][3]],
        ['AmortizedFee', october2018.chargeTypes[1][3]],
        ['Usage', october2018.chargeTypes[2][3]],
      ]);
    });

    test('accounts, regions and departments', async () => {
      expect(await by('account_id', billed)).toEqual(pairs(october2018.accounts, 1));
      expect(await by('account_id')).toEqual(pairs(october2018.accounts, 2));
      expect(await by('region', billed)).toEqual(expect.arrayContaining([...october2018.regions]));
      expect(await by('tag:department', billed)).toEqual(october2018.departments);
    });

    test('services, by their codes in filters', async () => {
      for (const [code, billedCost, effectiveCost] of october2018.services) {
        const filter = `costs.provider = 'aws' AND costs.service = '${code}'`;
        const total = async (view: CostParameters) =>
          (await readAll({ filter, ...view })).total_cost.amount;
        expect([await total(billed), await total({})]).toEqual(
          [billedCost, effectiveCost].map((amount) => formatDecimal(amount)),
        );
      }
    });

    test('days', async () => {
      const days = await by('accrued_at', { groupings: 'provider', date_bin: 'day', ...billed });
      const amortized = await by('accrued_at', { groupings: 'provider', date_bin: 'day' });
      expect(days.slice(0, 2)).toEqual(pairs(october2018.firstDays, 1));
      const rounded = amortized.map(([day, sum]) => [
        day,
        new Decimal(sum).toDecimalPlaces(12).toFixed(),
      ]);
      expect(rounded).toHaveLength(31);
      expect(rounded.slice(0, 2)).toEqual(pairs(october2018.firstDays, 2));
      expect(rounded[30]?.[1]).toBe(october2018.lastDay);
    });

    test('resources', async () => {
      const { costs } = await readAll({ groupings: 'resource_id', ...billed });
      expect(new Set(costs.map((cost: { resource_id: string }) => cost.resource_id)).size).toBe(
        630,
      );
    });
  });

  test('November 2018', async () => {
    await importSamples(['aws-cur-parquet/2018-11-hourly.snappy.parquet']);
    expect(await by('charge_type', billed)).toEqual(pairs(november2018.chargeTypes, 2));
    const [first] = await by('accrued_at', { groupings: 'provider', date_bin: 'day', ...billed });
    expect(first).toEqual(november2018.firstDay.slice(0, 2));
  });

  test('November 2023, from its manifest', async () => {
    await useNewAccount();
    const integrationToken = await newIntegration(account);
    const source = new FolderSource(join(sharedFolder!, 'data', 'aws-cur-legacy/manifest-set'));
    const [found] = findFileSets(await listObjects(source));
    const set = (await fetchFileSet(source, found!, ''))!;
    await account.app.services.importer.import({ integrationToken, provider: 'aws', ...set });
    expect(await by('charge_type')).toEqual(pairs(november2023.chargeTypes, 2));
    expect(await services()).toBe(14);
  });

  test('FOCUS of several clouds', async () => {
    await importSamples(['focus/focus-1.0-multicloud-1000.csv']);
    expect(await by('provider', billed)).toEqual(pairs(multicloud.providers, 2));
    expect(await by('provider')).toEqual(pairs(multicloud.providers, 3));
    expect(await services()).toBe(33);
    expect(await by('tagged', billed)).toEqual(
      expect.arrayContaining([['false', multicloud.untagged]]),
    );
    expect(await by('tag:environment', billed)).toEqual(
      expect.arrayContaining(Object.entries(multicloud.environments)),
    );
  });

  test('Oracle', async () => {
    await importSamples(['oci/cost-report-2023-11-13.csv']);
    expect(await by('service')).toEqual(expect.arrayContaining([...oracleServices]));
    expect(await by('account_id')).toHaveLength(2);
    expect(await by('resource_id')).toHaveLength(15);
  });

  test('the actual and the amortized Azure file', async () => {
    await importSamples(['azure/ea-actual-2023-09.csv', 'azure/ea-amortized-2023-09.csv']);
    expect((await readAll(billed)).total_cost.amount).toBe(bothAzure.billed);
    expect((await readAll()).total_cost.amount).toBe(bothAzure.effective);
  });

  test.each(['csv', 'jsonl'])('GCP credits in %s', async (extension) => {
    await importSamples([`gcp/standard-2020-11-credits.${extension}`]);
    expect((await readAll()).total_cost.amount).toBe('0.0');
    const without = await readAll({ 'settings[include_credits]': false });
    expect(without.total_cost.amount).toBe('0.000183');
  });
});
