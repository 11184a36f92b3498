import { beforeAll, describe, expect, test } from 'vitest';
import { fetchSet, findSets } from '../../src/domain/bill-sources/file-sets.js';
import { FolderPlace } from '../../src/domain/bill-sources/folder-place.js';
import { listAll } from '../../src/domain/bill-sources/place.js';
import { customCsv, customCsvTransformed } from '../../src/domain/ingest/formats/index.js';
import {
  bothAzure,
  multicloud,
  november2018,
  november2023,
  october2018,
  oracleServices,
} from '../sample-breakdowns.js';
import { TestIntegration } from './importing.js';
import { hasSamples, sample } from './shared-folder.js';

type Pairs = [unknown, ...string[]][];

/** Sums by one expression, in the order of the expression. */
async function by(
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
    const october = new TestIntegration();
    beforeAll(() => october.import(sample(file)));

    test('line types', async () => {
      expect(
        await by(october, 'charge_type', `countIf(line_kind = 'charge') AS rows, ${bothViews}`),
      ).toEqual(october2018.chargeTypes);
    });

    test('accounts, with the leading zero', async () => {
      expect(await by(october, 'account_id', bothViews)).toEqual(october2018.accounts);
    });

    test('services', async () => {
      const found = await by(october, 'service_code', bothViews);
      expect(found).toHaveLength(16);
      expect(found).toEqual(expect.arrayContaining([...october2018.services]));
    });

    test('EC2 rows without a family are compute instances', async () => {
      const [row] = await october.select(
        `count() AS rows, ${billed}`,
        "WHERE service_code = 'AmazonEC2' AND line_kind = 'charge' AND match(cost_subcategory, 'SpotUsage|HeavyUsage') AND cost_category = 'Compute Instance'",
      );
      expect(row).toMatchObject({ billed: '181.2808950005' });
    });

    test('regions', async () => {
      expect(await by(october, 'region', billed, 'HAVING billed != 0')).toEqual(
        expect.arrayContaining([...october2018.regions]),
      );
    });

    test('tag department', async () => {
      expect(
        await by(october, "if(mapContains(tags, 'department'), tags['department'], '-')", billed),
      ).toEqual(october2018.departments);
    });

    test('resources, untagged rows and reservations', async () => {
      expect(
        await october.select(
          "uniqExact(resource_id) AS resources, countIf(resource_id IS NULL AND line_kind = 'charge') AS without, countIf(empty(tags) AND line_kind = 'charge') AS untagged, uniqExactIf(commitment_id, charge_type = 'DiscountedUsage') AS reservations",
        ),
      ).toEqual([{ resources: '629', without: '17071', untagged: '30123', reservations: '8' }]);
    });

    test('days, billed and spread', async () => {
      const days = await by(
        october,
        'usage_date',
        `${billed}, round(sum(effective_cost), 12) AS effective`,
      );
      expect(days).toHaveLength(31);
      expect([days[0], days[1]]).toEqual(october2018.firstDays);
      expect(days[30]?.[2]).toBe(october2018.lastDay);
    });

    test('the rollup is the sum of the lines, tag by tag', async () => {
      const [lines] = await october.select(bothViews);
      expect(await october.select(bothViews, '', 'daily_costs')).toEqual([lines]);
      const byTagSet = 'tag_set_id, sum(effective_cost) AS effective';
      const grouped = 'GROUP BY tag_set_id ORDER BY tag_set_id';
      expect(await october.select(byTagSet, grouped, 'daily_costs')).toEqual(
        await october.select(byTagSet, grouped),
      );
    });

    test('the list of resources is that of the lines', async () => {
      expect(await october.select('count() AS resources', '', 'resources')).toEqual([
        { resources: '629' },
      ]);
    });
  });
});

describe.skipIf(!hasSamples)('other samples', () => {
  test('November 2018', async () => {
    const november = new TestIntegration();
    await november.import(sample('aws-cur-parquet/2018-11-hourly.snappy.parquet'));
    expect(
      await by(november, 'charge_type', `countIf(line_kind = 'charge') AS rows, ${bothViews}`),
    ).toEqual(november2018.chargeTypes);
    const [first] = await by(
      november,
      'usage_date',
      `${billed}, round(sum(effective_cost), 12) AS e`,
    );
    expect(first).toEqual(november2018.firstDay);
  });

  test('November 2023, from its manifest and as one file', async () => {
    const parts = new TestIntegration();
    const place = new FolderPlace(sample('aws-cur-legacy/manifest-set'));
    const [found] = findSets(await listAll(place));
    const set = (await fetchSet(place, found!, ''))!;
    expect(set).toMatchObject({ reportName: 'daily-cur' });
    expect(set.files).toHaveLength(2);
    await parts.import([], set);
    const whole = new TestIntegration();
    await whole.import(sample('aws-cur-legacy/2023-11-daily.csv'));
    for (const integration of [parts, whole]) {
      expect(await by(integration, 'charge_type', `count() AS rows, ${billed}`)).toEqual(
        november2023.chargeTypes,
      );
      expect(await by(integration, 'service_code', 'count() AS rows')).toHaveLength(14);
      expect(await integration.totals()).toEqual({
        billed: '1.6823086974',
        effective: '1.6823086974',
        list: '3.3561726949',
      });
    }
  });

  test('FOCUS of several clouds', async () => {
    const focus = new TestIntegration();
    await focus.import(sample('focus/focus-1.0-multicloud-1000.csv'));
    expect(await by(focus, 'provider', `count() AS rows, ${bothViews}`)).toEqual(
      multicloud.providers,
    );
    expect(await by(focus, 'billing_period', 'count() AS rows')).toEqual([
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
    const oracle = new TestIntegration();
    await oracle.import(sample('oci/cost-report-2023-11-13.csv'));
    expect(await by(oracle, 'service', billed)).toEqual(
      expect.arrayContaining([...oracleServices]),
    );
    expect(
      await oracle.select('uniqExact(account_id) AS accounts, uniqExact(resource_id) AS resources'),
    ).toEqual([{ accounts: '2', resources: '15' }]);
  });

  test('both Azure files, together and in either order', async () => {
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
      const google = new TestIntegration();
      await google.import(sample(file));
      expect(await by(google, 'charge_group', `count() AS lines, ${billed}`)).toEqual([
        ['usage', '224', '0.000183'],
        ['credit', '38', '-0.000183'],
      ]);
    }
  });

  test('the Azure file whose only row has no cost is refused', async () => {
    const refusal = new TestIntegration().import(sample('azure/header-variants/BOM.csv'));
    await expect(refusal).rejects.toMatchObject({ details: ['Row 1: PreTaxCost is missing'] });
  });

  test('hour 30 is named with its row and column', async () => {
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

  test('a payment for no service in particular goes by its description', async () => {
    const integration = new TestIntegration();
    const file = sample('focus/spec-examples/saas_spend_agreements_b1.csv');
    await integration.import(file, {}, { formats: [customCsvTransformed] });
    expect(await integration.select('service', "WHERE charge_type = 'Fee' LIMIT 1")).toEqual([
      { service: 'Upfront payment covering usage for a 12-month period' },
    ]);
    const refusal = new TestIntegration().import(file, {}, { formats: [customCsv] });
    await expect(refusal).rejects.toThrow();
  });
});
