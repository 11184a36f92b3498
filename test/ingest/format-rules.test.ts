import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { uploadFormats } from '../../src/domain/intake/ingest/formats/upload.js';
import type { ImportRequest } from '../../src/domain/intake/ingest/import-costs.js';
import { TestIntegration } from './test-integration.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function writeLines(lines: readonly string[]): string {
  const path = join(folder, `bill-${++files}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** A CSV file with the columns of the first row. */
function csvOf(...rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0]!);
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => names.map((name) => quote(row[name] ?? '')).join(','));
  return writeLines([names.map(quote).join(','), ...lines]);
}

async function imported(path: string, request: Partial<ImportRequest> = {}) {
  const integration = new TestIntegration();
  await integration.import(path, request);
  return integration;
}

const warningsOf = ({ loadStore }: TestIntegration) => loadStore.loads.at(-1)!.finished!.warnings;

const cur = {
  'identity/LineItemId': 'a',
  'identity/TimeInterval': '2024-02-03T04:00:00Z/2024-02-03T05:00:00Z',
  'bill/BillingPeriodStartDate': '2024-02-01T00:00:00Z',
  'lineItem/LineItemType': 'Usage',
  'lineItem/UsageStartDate': '2024-02-01T00:00:00Z',
  'lineItem/UsageEndDate': '2024-02-01T01:00:00Z',
  'lineItem/UnblendedCost': '1',
  'lineItem/CurrencyCode': 'USD',
};
const focus = {
  ProviderName: 'AWS',
  BillingAccountId: '1',
  ChargePeriodStart: '2024-02-01T00:00:00Z',
  ChargeCategory: 'Usage',
  BilledCost: '1',
  BillingCurrency: 'USD',
  BillingPeriodStart: '2024-02-01',
  EffectiveCost: '1',
  ListCost: '1',
  ContractedCost: '1',
  ServiceName: 'S',
  Tags: '{}',
};

describe('AWS', () => {
  test('a row without usage dates has the time interval of its identity', async () => {
    const noDates = { 'lineItem/UsageStartDate': '', 'lineItem/UsageEndDate': '' };
    const noTimes = { ...noDates, 'identity/LineItemId': 'c', 'identity/TimeInterval': '' };
    const lines = await imported(
      csvOf(cur, { ...cur, ...noDates, 'identity/LineItemId': 'b' }, { ...cur, ...noTimes }),
    );
    const times = 'toString(charge_start) AS start, toString(charge_end) AS end';
    expect(await lines.select(times, 'ORDER BY start')).toEqual([
      { start: '2024-02-01 00:00:00', end: '2024-02-01 01:00:00' },
      { start: '2024-02-03 04:00:00', end: '2024-02-03 05:00:00' },
    ]);
    expect(await lines.select('source_row', '', 'rejected_rows')).toEqual([{ source_row: '3' }]);
  });

  test('CUR 2.0 as CSV has products and discounts as JSON', async () => {
    const row = {
      line_item_usage_start_date: '2024-02-01T00:00:00Z',
      line_item_line_item_type: 'Usage',
      line_item_unblended_cost: '10',
      line_item_net_unblended_cost: '9',
      line_item_product_code: 'AWSQueueService',
      line_item_currency_code: 'USD',
      product: '{"product_name":"Amazon Simple Queue Service","region":"eu-west-1"}',
      discount: '{"edp_discount":-1.0,"private_rate_discount":null}',
      resource_tags: '{"user_cost_center":"7"}',
      cost_category: '{"Unit":"shop","Empty":""}',
    };
    const lines = await imported(csvOf(row, { ...row, resource_tags: 'team=7' }));
    expect(
      await lines.select(
        'service, region, charge_type, sum(billed_cost) AS billed',
        'GROUP BY ALL ORDER BY billed DESC',
      ),
    ).toEqual([
      {
        service: 'Amazon Simple Queue Service',
        region: 'eu-west-1',
        charge_type: 'Usage',
        billed: '20',
      },
      {
        service: 'Amazon Simple Queue Service',
        region: 'eu-west-1',
        charge_type: 'EdpDiscount',
        billed: '-2',
      },
    ]);
    expect(
      await lines.select(
        "arrayFilter(k -> startsWith(k, 'cost_'), mapKeys(attributes)) AS keys",
        'LIMIT 1',
      ),
    ).toEqual([{ keys: ['cost_category/Unit'] }]);
    expect(warningsOf(lines)).toEqual([
      { code: 'tag_keys_in_snake_case', count: 1, example: 'resource_tags' },
      { code: 'tags_unreadable', count: 1, example: 'team=7' },
    ]);
  });

  test('an empty tag value in FOCUS means that the tag is absent; for others it is a value', async () => {
    const Tags = '{"team":"","env":"prod","none":null}';
    const lines = await imported(
      csvOf({ ...focus, Tags }, { ...focus, ProviderName: 'Google Cloud', Tags }),
    );
    expect(await lines.select('provider, tags', 'ORDER BY provider')).toEqual([
      { provider: 'aws', tags: { env: 'prod' } },
      { provider: 'gcp', tags: { env: 'prod', team: '' } },
    ]);
  });
});

test('an Oracle cost may be only overage, but not missing', async () => {
  const row = {
    'lineItem/referenceNo': '1',
    'lineItem/intervalUsageStart': '2024-02-01T00:00Z',
    'cost/myCost': '',
    'cost/myCostOverage': '0.5',
    'cost/currencyCode': 'EUR',
  };
  const lines = await imported(
    csvOf(
      row,
      { ...row, 'lineItem/referenceNo': '2', 'cost/myCost': '2', 'cost/myCostOverage': '' },
      { ...row, 'lineItem/referenceNo': '3', 'cost/myCostOverage': '' },
    ),
  );
  expect(await lines.totals()).toMatchObject({ billed: '2.5' });
  expect(await lines.select('source_row, reason', '', 'rejected_rows')).toEqual([
    { source_row: '3', reason: 'is missing' },
  ]);
});

describe('text files', () => {
  test.each(['\t', ';', '|', '\u0001'])('fields may be separated by %j', async (delimiter) => {
    const row = { ...focus, ServiceName: 'a, b', ConsumedUnit: '', RegionId: 'eu' };
    const lines = await imported(
      writeLines([Object.keys(row), Object.values(row)].map((cells) => cells.join(delimiter))),
    );
    expect(await lines.select('service, region, billed_cost')).toEqual([
      { service: 'a, b', region: 'eu', billed_cost: '1' },
    ]);
  });

  test('of two columns with the same name the first is read, with a warning', async () => {
    const lines = await imported(
      writeLines([
        'ProviderName,ChargePeriodStart,ChargeCategory,BilledCost,billed_cost,BillingCurrency',
        'AWS,2024-02-01,Usage,1,5,USD',
      ]),
    );
    expect(await lines.totals()).toMatchObject({ billed: '1' });
    expect(warningsOf(lines)).toContainEqual({
      code: 'column_repeated',
      count: 1,
      example: 'billed_cost',
    });
  });
});

describe('warnings', () => {
  test('unreadable values, tags that are no object or too long, unknown columns and charges', async () => {
    const longKey = 'k'.repeat(513);
    const lines = await imported(
      csvOf(
        { ...focus, ListCost: 'n/k', Extra: '1', x_Own: '2', Tags: '[]' },
        { ...focus, Tags: JSON.stringify({ [longKey]: 'v' }), ChargeCategory: 'Tip' },
      ),
    );
    expect(warningsOf(lines)).toEqual([
      { code: 'columns_ignored', count: 1, example: 'Extra' },
      { code: 'unknown_charge_type', count: 1, example: 'Tip' },
      { code: 'tags_unreadable', count: 1, example: '[]' },
      { code: 'values_unreadable', count: 1, example: 'listcost n/k' },
      { code: 'tags_truncated', count: 1, example: longKey.slice(0, 80) },
    ]);
  });

  test('a file without a currency is in US dollars; other mandatory columns have defaults', async () => {
    const { BillingCurrency, ServiceName, EffectiveCost, ...row } = focus;
    const lines = await imported(csvOf(row));
    expect(warningsOf(lines)).toEqual([
      { code: 'no_currency_column', count: 1, example: 'USD' },
      { code: 'columns_missing', count: 1, example: 'EffectiveCost, ServiceName' },
    ]);
  });

  test('Azure tags that cannot be read', async () => {
    const row = { Date: '02/01/2024', MeterCategory: 'VM', Cost: '1', Currency: 'EUR' };
    const lines = await imported(csvOf({ ...row, Tags: '"a": "b"' }, { ...row, Tags: '"a": b' }));
    expect(await lines.select('tags', 'ORDER BY source_row')).toEqual([
      { tags: { a: 'b' } },
      { tags: {} },
    ]);
    expect(warningsOf(lines)).toContainEqual({
      code: 'tags_unreadable',
      count: 1,
      example: '"a": b',
    });
    expect(warningsOf(lines).map(({ code }) => code)).not.toContain('values_unreadable');
  });
});

describe('a set without rows', () => {
  const header = Object.keys(cur).join(',');
  const month = (text: string) => ({ reportName: 'r', billingPeriod: `${text}-01` });

  test('empties the current month, and is rejected for a closed month with costs', async () => {
    const lines = new TestIntegration();
    const january = Object.fromEntries(
      Object.entries(cur).map(([name, value]) => [name, value.replaceAll('2024-02', '2026-01')]),
    );
    await lines.import(csvOf(cur), month('2024-02'));
    await lines.import(csvOf(january), month('2026-01'));
    expect(await lines.totals()).toMatchObject({ billed: '2' });
    await lines.import(writeLines([header]), month('2026-01'));
    expect(await lines.totals()).toMatchObject({ billed: '1' });
    await expect(lines.import(writeLines([header]), month('2024-02'))).rejects.toThrow(
      'The new version of 2024-02 has no rows, but the month is over and has costs.',
    );
    await expect(lines.import(writeLines([header]))).rejects.toThrow('a header but no rows');
    expect(await lines.totals()).toMatchObject({ billed: '1' });
  });
});

describe('an upload', () => {
  const upload = async (row: Record<string, string>, autoTransform = false) => {
    const lines = new TestIntegration();
    await lines.import(csvOf(row), {}, { formats: uploadFormats(autoTransform) });
    return lines;
  };
  const row = {
    ChargePeriodStart: '2024-02-01T12:00:00Z',
    ChargePeriodEnd: '2024-02-01',
    ChargeCategory: 'Usage',
    BilledCost: '1',
    ServiceName: 'S',
    BillingCurrency: 'USD',
    EffectiveCost: '',
  };
  const faultsOf = (changes: object) =>
    upload({ ...row, ...changes }).then(
      () => [],
      (error: { details: string[] }) => error.details,
    );

  test('compares start and end with their times; a date is a whole day', async () => {
    expect(await faultsOf({})).toEqual([]);
    expect(await faultsOf({ ChargePeriodEnd: '2024-02-01T13:00:00Z' })).toEqual([]);
    const before = ['Row 1: ChargePeriodEnd must not be before ChargePeriodStart'];
    expect(await faultsOf({ ChargePeriodEnd: '2024-02-01T11:00:00Z' })).toEqual(before);
    expect(await faultsOf({ ChargePeriodEnd: '2024-01-31' })).toEqual(before);
  });

  test('has a currency that workspaces know, and optional costs that are numbers', async () => {
    expect(await faultsOf({ BillingCurrency: 'BTC' })).toEqual([]);
    expect(await faultsOf({ BillingCurrency: 'BOV' })).toEqual([
      'Row 1: BillingCurrency is not supported',
    ]);
    expect(await faultsOf({ EffectiveCost: 'x' })).toEqual([
      'Row 1: EffectiveCost must be a valid number',
    ]);
  });

  test('a column Type is the resource type, or the charge category if it has categories', async () => {
    const transformed = async (Type: string) => {
      const lines = await upload({ Date: '2024-02-01', Cost: '1', Service: 'S', Type }, true);
      return (await lines.select('charge_type, resource_type'))[0];
    };
    expect(await transformed('tax')).toEqual({ charge_type: 'Tax', resource_type: null });
    expect(await transformed('Disk')).toEqual({ charge_type: 'Usage', resource_type: 'Disk' });
  });
});
