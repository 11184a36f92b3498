import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { rollups } from '../../src/domain/costs/query/rollups.js';
import { fetchFileSet, findFileSets } from '../../src/domain/intake/bill-sources/file-sets.js';
import { FolderSource } from '../../src/domain/intake/bill-sources/folder-source.js';
import { listObjects } from '../../src/domain/intake/bill-sources/bill-source.js';
import type { Format } from '../../src/domain/intake/ingest/format.js';
import {
  customCsv,
  customCsvTransformed,
  providerFormats,
} from '../../src/domain/intake/ingest/formats/index.js';
import { Decimal } from '../../src/platform/lib/decimal.js';
import {
  bothAzure,
  multicloud,
  november2018,
  november2023,
  october2018,
  oracleServices,
} from '../sample-breakdowns.js';
import {
  focusSamples,
  providerSamples,
  type SampleSums,
  transformedSamples,
} from '../sample-sums.js';
import { TestIntegration } from './test-integration.js';
import { hasSamples, sample } from './sample-files.js';

interface Imported {
  integration: TestIntegration;
  result: Awaited<ReturnType<TestIntegration['import']>>;
}

const imports = new Map<string, Promise<Imported>>();

/** Imports a sample, once for all tests of this file. */
function importOnce(file: string): Promise<Imported> {
  const importing = imports.get(file) ?? importAlone(file);
  imports.set(file, importing);
  return importing;
}

async function importAlone(file: string): Promise<Imported> {
  const integration = new TestIntegration();
  return { integration, result: await integration.import(sample(file)) };
}

const imported = async (file: string) => (await importOnce(file)).integration;

describe.skipIf(!hasSamples)('sample files', () => {
  test.each(providerSamples)('$file has the expected totals', expectTotals);

  // Many small files, so they are imported as one bill.
  test('examples of FOCUS have the expected totals', () => expectFiles(focusSamples));

  test('other examples have the expected totals as a transformed upload', () =>
    expectFiles(transformedSamples, [customCsvTransformed]));

  test('they are rejected as FOCUS because of their dates', async () => {
    const result = new TestIntegration().import(sample(transformedSamples[0]!.file));
    await expect(result).rejects.toThrow('can be read');
  });
});

/** Imports files as one bill, and expects the rows and totals of each. */
async function expectFiles(
  samples: readonly SampleSums[],
  formats: readonly Format[] = providerFormats,
): Promise<void> {
  const integration = new TestIntegration();
  const paths = samples.map(({ file }) => sample(file));
  const result = await integration.import(paths, {}, { formats });
  if (result.status !== 'committed') throw new Error('not committed');
  expect(new Set(samples.map(({ format }) => format))).toEqual(new Set([result.format]));
  expect(sum(result.loads.map((load) => load.rowsRejected))).toBe(
    sum(samples.map(({ rejected = 0 }) => rejected)),
  );
  const stored = await integration.select<{ file: string; list: string | null }>(
    `source_file AS file, uniqExact(source_row) AS rows, sum(billed_cost) AS billed,
     sum(effective_cost) AS effective, sum(list_cost) AS list`,
    'GROUP BY file',
  );
  const found = new Map(
    stored.map(({ file, list, ...row }) => [file, { ...row, list: rounded(list) }]),
  );
  for (const { file, rows, billed, effective, list } of samples) {
    expect(found.get(basename(file)), file).toMatchObject({
      rows: String(rows),
      billed,
      effective,
      ...(list !== undefined && { list }),
    });
  }
}

const rounded = (list: string | null) => new Decimal(list ?? 0).toDecimalPlaces(12).toFixed();

async function expectTotals(expected: SampleSums): Promise<void> {
  const { integration, result } = await importOnce(expected.file);
  if (result.status !== 'committed') throw new Error('not committed');
  expect(result.format).toBe(expected.format);
  expect(sum(result.loads.map((load) => load.rowsStored))).toBe(expected.rows);
  expect(sum(result.loads.map((load) => load.rowsRejected))).toBe(expected.rejected ?? 0);
  const { billed, effective, list } = await integration.totals();
  expect({ billed, effective }).toEqual({ billed: expected.billed, effective: expected.effective });
  if (expected.list !== undefined) {
    expect(rounded(list)).toBe(expected.list);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

type Pairs = [unknown, ...string[]][];

/** Sums grouped and ordered by one expression. */
async function sumsBy(
  integration: TestIntegration,
  key: string,
  sums: string,
  having = '',
): Promise<Pairs> {
  const rows = await integration.select<Record<string, string>>(
    `${key} AS key, ${sums}`,
    `GROUP BY key ${having} ORDER BY key`,
  );
  return rows.map((row) => Object.values(row) as Pairs[number]);
}

const billed = 'sum(billed_cost) AS billed';
const bothViews = `${billed}, sum(effective_cost) AS effective`;

describe.skipIf(!hasSamples)('October 2018', () => {
  describe.each([
    'aws-cur-parquet/2018-10-hourly.snappy.parquet',
    'aws-cur2/2018-10-hourly.snappy.parquet',
  ])('%s', (file) => {
    let october: TestIntegration;
    beforeAll(async () => {
      october = await imported(file);
    });

    test('line types', async () => {
      expect(
        await sumsBy(october, 'charge_type', `countIf(line_kind = 'charge') AS rows, ${bothViews}`),
      ).toEqual(october2018.chargeTypes);
    });

    test('accounts keep the leading zero', async () => {
      expect(await sumsBy(october, 'account_id', bothViews)).toEqual(october2018.accounts);
    });

    test('services', async () => {
      const found = await sumsBy(october, 'service_code', bothViews);
      expect(found).toHaveLength(16);
      expect(found).toEqual(expect.arrayContaining([...october2018.services]));
    });

    test('EC2 rows without a product family are compute instances', async () => {
      const [row] = await october.select(
        `count() AS rows, ${billed}`,
        "WHERE service_code = 'AmazonEC2' AND line_kind = 'charge' AND match(cost_subcategory, 'SpotUsage|HeavyUsage') AND cost_category = 'Compute Instance'",
      );
      expect(row).toMatchObject({ billed: '181.2808950005' });
    });

    test('regions', async () => {
      expect(await sumsBy(october, 'region', billed, 'HAVING billed != 0')).toEqual(
        expect.arrayContaining([...october2018.regions]),
      );
    });

    test('tag department', async () => {
      expect(
        await sumsBy(
          october,
          "if(mapContains(tags, 'department'), tags['department'], '-')",
          billed,
        ),
      ).toEqual(october2018.departments);
    });

    test('resources, untagged rows and reservations', async () => {
      expect(
        await october.select(
          "uniqExact(resource_id) AS resources, countIf(resource_id IS NULL AND line_kind = 'charge') AS without, countIf(empty(tags) AND line_kind = 'charge') AS untagged, uniqExactIf(commitment_id, charge_type = 'DiscountedUsage') AS reservations",
        ),
      ).toEqual([{ resources: '629', without: '17071', untagged: '30123', reservations: '8' }]);
    });

    test('daily billed and amortized costs', async () => {
      const days = await sumsBy(
        october,
        'usage_date',
        `${billed}, round(sum(effective_cost), 12) AS effective`,
      );
      expect(days).toHaveLength(31);
      expect([days[0], days[1]]).toEqual(october2018.firstDays);
      expect(days[30]?.[2]).toBe(october2018.lastDay);
    });

    test('the rollup equals the sum of the lines for each tag set', async () => {
      const [lines] = await october.select(bothViews);
      for (const rollup of rollups) {
        expect(await october.select(bothViews, '', rollup)).toEqual([lines]);
      }
      const byTagSet = 'tag_set_id, sum(effective_cost) AS effective';
      const grouped = 'GROUP BY tag_set_id ORDER BY tag_set_id';
      expect(await october.select(byTagSet, grouped, 'resource_costs')).toEqual(
        await october.select(byTagSet, grouped),
      );
    });

    test('the resource list matches the lines', async () => {
      expect(await october.select('count() AS resources', '', 'resources')).toEqual([
        { resources: '629' },
      ]);
    });
  });
});

describe.skipIf(!hasSamples)('other samples', () => {
  test('November 2018', async () => {
    const november = await imported('aws-cur-parquet/2018-11-hourly.snappy.parquet');
    expect(
      await sumsBy(november, 'charge_type', `countIf(line_kind = 'charge') AS rows, ${bothViews}`),
    ).toEqual(november2018.chargeTypes);
    const [first] = await sumsBy(
      november,
      'usage_date',
      `${billed}, round(sum(effective_cost), 12) AS e`,
    );
    expect(first).toEqual(november2018.firstDay);
  });

  test('November 2023, from its manifest and as one file', async () => {
    const parts = new TestIntegration();
    const source = new FolderSource(sample('aws-cur-legacy/manifest-set'));
    const [found] = findFileSets(await listObjects(source));
    const set = (await fetchFileSet(source, found!, ''))!;
    expect(set).toMatchObject({ reportName: 'daily-cur' });
    expect(set.files).toHaveLength(2);
    await parts.import([], set);
    const whole = await imported('aws-cur-legacy/2023-11-daily.csv');
    for (const integration of [parts, whole]) {
      expect(await sumsBy(integration, 'charge_type', `count() AS rows, ${billed}`)).toEqual(
        november2023.chargeTypes,
      );
      expect(await sumsBy(integration, 'service_code', 'count() AS rows')).toHaveLength(14);
      expect(await integration.totals()).toEqual({
        billed: '1.6823086974',
        effective: '1.6823086974',
        list: '3.3561726949',
      });
    }
  });

  test('FOCUS with several providers', async () => {
    const focus = await imported('focus/focus-1.0-multicloud-1000.csv');
    expect(await sumsBy(focus, 'provider', `count() AS rows, ${bothViews}`)).toEqual(
      multicloud.providers,
    );
    expect(await sumsBy(focus, 'billing_period', 'count() AS rows')).toEqual([
      ['2024-09-01', '999'],
      ['2024-10-01', '1'],
    ]);
    expect(
      await focus.select(
        `uniqExact(service) AS services, countIf(resource_id IS NULL) AS without, countIf(empty(tags)) AS untagged, sumIf(billed_cost, empty(tags)) AS bare, sumIf(billed_cost, tags['environment'] = 'dev') AS dev, sumIf(billed_cost, tags['environment'] = 'prod') AS prod`,
      ),
    ).toEqual([
      {
        services: '33',
        without: '75',
        untagged: '289',
        bare: multicloud.untagged,
        ...multicloud.environments,
      },
    ]);
    const [smallest] = await focus.select(
      'billed_cost',
      "WHERE sku_id = 'G95FST5FTYV3JSRX' ORDER BY source_row LIMIT 1",
    );
    expect(smallest).toEqual({ billed_cost: '0.0000008' });
  });

  test('Oracle services', async () => {
    const oracle = await imported('oci/cost-report-2023-11-13.csv');
    expect(await sumsBy(oracle, 'service', billed)).toEqual(
      expect.arrayContaining([...oracleServices]),
    );
    expect(
      await oracle.select('uniqExact(account_id) AS accounts, uniqExact(resource_id) AS resources'),
    ).toEqual([{ accounts: '2', resources: '15' }]);
  });

  test('both Azure files, together and one after the other in either order', async () => {
    const files = ['azure/ea-actual-2023-09.csv', 'azure/ea-amortized-2023-09.csv'].map(sample);
    const together = new TestIntegration();
    await together.import(files);
    expect(await together.totals()).toMatchObject(bothAzure);
    expect(await together.select('count() AS lines')).toEqual([{ lines: '29' }]);
    for (const order of [files, files.toReversed()]) {
      const apart = new TestIntegration();
      for (const file of order) await apart.import(file);
      expect(await apart.totals()).toMatchObject(bothAzure);
      expect(await apart.select('count() AS lines')).toEqual([{ lines: '29' }]);
    }
  });

  test('GCP credits, in CSV and JSON lines', async () => {
    for (const file of ['gcp/standard-2020-11-credits.csv', 'gcp/standard-2020-11-credits.jsonl']) {
      const google = await imported(file);
      expect(await sumsBy(google, 'charge_group', `count() AS lines, ${billed}`)).toEqual([
        ['usage', '224', '0.000183'],
        ['credit', '38', '-0.000183'],
      ]);
    }
  });

  test('an Azure file whose only row has no cost is rejected', async () => {
    const result = new TestIntegration().import(sample('azure/header-variants/BOM.csv'));
    await expect(result).rejects.toMatchObject({ details: ['Row 1: PreTaxCost is missing'] });
  });

  test('an invalid hour is reported with its row and column', async () => {
    const integration = new TestIntegration();
    await integration.import(
      sample('focus/spec-examples/commitment_discount_purchase_scenario_2.csv'),
    );
    expect(
      await integration.select('source_row, column, reason, sample', '', 'rejected_rows'),
    ).toEqual([
      {
        source_row: '3',
        column: 'ChargePeriodEnd',
        reason: 'must be a valid date',
        sample: '2023-02-01T30:00:00Z',
      },
    ]);
  });

  test('an upfront payment without a service uses its description', async () => {
    const integration = new TestIntegration();
    const file = sample('focus/spec-examples/saas_spend_agreements_b1.csv');
    await integration.import(file, {}, { formats: [customCsvTransformed] });
    expect(await integration.select('service', "WHERE charge_type = 'Fee' LIMIT 1")).toEqual([
      { service: 'Upfront payment covering usage for a 12-month period' },
    ]);
    const result = new TestIntegration().import(file, {}, { formats: [customCsv] });
    await expect(result).rejects.toThrow();
  });
});

test.skipIf(hasSamples)(
  'skipped: there is no folder shared/data next to the repository',
  () => undefined,
);
