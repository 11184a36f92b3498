import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { costsCsv, importCsv } from '../../../../test/cost-fixtures.js';
import { exportedRows } from '../../../../test/cost-exports.js';
import { type Account, newAccount } from '../../../../test/harness.js';

// A bill of 1 to 3 June 2025: usage 100, a fee of 365 for a year, discount -10, credit -25,
// refund -5 and tax 8.
let account: Account;
let provider: string;
beforeAll(async () => {
  account = await newAccount();
  const bill = await readFile('test/ingest/fixtures/settings.csv', 'utf8');
  provider = `custom_provider:${await importCsv(account, bill)}`;
});

const filter = "costs.provider = 'custom_provider'";
const june = { filter, start_date: '2025-06-01', end_date: '2025-06-03' };
const rows = (parameters: object = {}) => exportedRows(account, { ...june, ...parameters });

describe('the default columns', () => {
  test('date, groupings in the requested order, amount, currency; oldest and largest first', async () => {
    expect(await rows({ groupings: ['service', 'provider'] })).toEqual([
      ['date', 'service', 'provider', 'amount', 'currency'],
      ['2025-06-01', 'Compute', provider, '100.0', 'USD'],
      ['2025-06-01', 'Support', provider, '1.0', 'USD'],
      ['2025-06-02', 'Support', provider, '1.0', 'USD'],
      ['2025-06-02', 'Compute', provider, '-10.0', 'USD'],
      ['2025-06-03', 'Compute', provider, '8.0', 'USD'],
      ['2025-06-03', 'Support', provider, '1.0', 'USD'],
    ]);
  });

  test('without groupings, one row per bin', async () => {
    expect(await rows({ groupings: [], date_bin: 'month' })).toEqual([
      ['date', 'amount', 'currency'],
      ['2025-06-01', '101.0', 'USD'],
    ]);
  });

  test.each([
    [{ amortize: false }, '463.0'],
    [{ include_discounts: false }, '111.0'],
    [{ include_credits: true, include_refunds: true }, '71.0'],
    [{ include_tax: false, amortize: false }, '455.0'],
    [{ include_discounts: false, include_tax: false }, '103.0'],
  ])('settings %j', async (settings, total) => {
    const [, [, amount] = []] = await rows({ groupings: [], date_bin: 'quarter', settings });
    expect(amount).toBe(total);
  });

  test('each tag has a column; a missing tag is empty', async () => {
    const table = await rows({ groupings: ['tag:team', 'tag:env'], date_bin: 'month' });
    expect(table).toEqual([
      ['date', 'Tag:team', 'Tag:env', 'amount', 'currency'],
      ['2025-06-01', 'blue', '', '100.0', 'USD'],
      ['2025-06-01', '', '', '11.0', 'USD'],
      ['2025-06-01', 'red', '', '-10.0', 'USD'],
    ]);
  });

  test('resources have their name, hours their time', async () => {
    const table = await rows({ groupings: 'resource,region', date_bin: 'hour' });
    expect(table.slice(0, 2)).toEqual([
      ['date', 'resource_id', 'resource_name', 'region', 'amount', 'currency'],
      ['2025-06-01T00:00:00Z', 'i-1', '', 'eu', '100.0', 'USD'],
    ]);
  });

  test('usage has its unit', async () => {
    const settings = { aggregate_by: 'usage' };
    expect(await rows({ groupings: ['service'], date_bin: 'month', settings })).toEqual([
      ['date', 'service', 'amount', 'currency', 'usage_amount', 'usage_unit'],
      ['2025-06-01', 'Compute', '100.0', 'USD', '10.0', 'Hours'],
      ['2025-06-01', 'Support', '3.0', 'USD', '0.0', ''],
      ['2025-06-01', 'Compute', '-2.0', 'USD', '0.0', ''],
    ]);
    const grouped = await rows({ groupings: ['usage_unit'], date_bin: 'month', settings });
    expect(grouped[0]).toEqual(['date', 'usage_unit', 'amount', 'currency', 'usage_amount']);
  });

  test('counts are one row per bin', async () => {
    const settings = { aggregate_by: 'count' };
    expect(await rows({ groupings: ['service', 'region'], settings })).toEqual([
      ['date', 'count'],
      ['2025-06-01', '2'],
      ['2025-06-02', '2'],
      ['2025-06-03', '2'],
    ]);
  });

  test('filters on tags, with flexible matches too', async () => {
    const tagged = `${filter} AND tags.name = 'team' AND tags.value ~* 'B-L-U-E'`;
    const table = await rows({ filter: tagged, groupings: ['tagged', 'charge_type'] });
    expect(table.slice(1)).toEqual([['2025-06-01', 'true', 'Usage', '100.0', 'USD']]);
  });

  test('a report provides filter, dates, bin and settings; the request takes precedence', async () => {
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'R',
      filter: `${filter} AND costs.service = 'Compute'`,
      start_date: '2025-06-01',
      end_date: '2025-06-02',
      date_bin: 'week',
      settings: { include_discounts: false },
    });
    const exportReport = (parameters: object) =>
      exportedRows(account, { cost_report_token: report.token, groupings: [], ...parameters });
    expect((await exportReport({})).slice(1)).toEqual([['2025-05-26', '100.0', 'USD']]);
    const changed = {
      end_date: '2025-06-03',
      date_bin: 'quarter',
      settings: { include_discounts: true },
      filter: `${filter} AND costs.region = 'eu'`,
    };
    expect((await exportReport(changed)).slice(1)).toEqual([['2025-04-01', '90.0', 'USD']]);
    expect((await exportReport({ filter: "costs.provider = 'aws'" })).slice(1)).toEqual([]);
  });

  test('values with quotes, commas, line breaks and other scripts are preserved', async () => {
    const other = await newAccount();
    const service = 'a "b", c\nü 東京 \\ \'d\' {p0:String}';
    const row = { ChargePeriodStart: '2025-06-01', ChargeCategory: 'Usage', BilledCost: '0.1' };
    await importCsv(other, costsCsv([{ ...row, ServiceName: service }]));
    const quoted = service.replaceAll("'", "''");
    const parameters = {
      ...june,
      filter: `${filter} AND costs.service = '${quoted}'`,
      groupings: ['service'],
    };
    expect((await exportedRows(other, parameters)).slice(1)).toEqual([
      ['2025-06-01', service, '0.1', 'USD'],
    ]);
  });
});

test('comparison: the range beside the previous period', async () => {
  const compared = await newAccount();
  const cost = (day: string, service: string, amount: string) => ({
    ChargePeriodStart: day,
    ChargeCategory: 'Usage',
    BilledCost: amount,
    ServiceName: service,
  });
  await importCsv(
    compared,
    costsCsv([
      cost('2025-05-12', 'Compute', '80'),
      cost('2025-05-18', 'Gone', '3'),
      cost('2025-05-19', 'Compute', '1000'),
      cost('2025-06-12', 'Compute', '60'),
      cost('2025-06-18', 'Compute', '50'),
      cost('2025-06-18', 'New', '7.5'),
    ]),
  );
  const parameters = { filter, schema: 'comparison', groupings: ['service'] };
  const days = { start_date: '2025-06-12', end_date: '2025-06-18' };
  const table = await exportedRows(compared, { ...parameters, ...days });
  expect(table).toEqual([
    ['service', 'amount', 'previous_amount', 'change', 'percent_change', 'currency'],
    ['Compute', '110.0', '80.0', '30.0', '37.5', 'USD'],
    ['New', '7.5', '0.0', '7.5', '', 'USD'],
    ['Gone', '0.0', '3.0', '-3.0', '-100.0', 'USD'],
  ]);
});

describe('focus', () => {
  const names = [
    'ChargePeriodStart',
    'ChargePeriodEnd',
    'ProviderName',
    'BillingAccountId',
    'SubAccountId',
    'ServiceName',
    'ServiceCategory',
    'RegionId',
    'ResourceId',
    'ResourceName',
    'ResourceType',
    'ChargeCategory',
    'ConsumedQuantity',
    'ConsumedUnit',
    'BilledCost',
    'EffectiveCost',
    'BillingCurrency',
    'Tags',
  ];
  const focus = async (parameters: object) => {
    const [header, ...cells] = await rows({ schema: 'focus', ...parameters });
    expect(header).toEqual(names);
    const filled = (row: string[]) =>
      row.flatMap((cell, index) => (cell ? [[names[index], cell]] : []));
    return cells.map((row) => Object.fromEntries(filled(row)) as Record<string, string>);
  };

  test('has billed and effective cost; columns that were not grouped by are empty', async () => {
    const month = {
      ChargePeriodStart: '2025-06-01T00:00:00Z',
      ChargePeriodEnd: '2025-07-01T00:00:00Z',
      BillingCurrency: 'USD',
    };
    expect(await focus({ groupings: ['service', 'tag:team'], date_bin: 'month' })).toEqual([
      {
        ...month,
        ServiceName: 'Compute',
        BilledCost: '100.0',
        EffectiveCost: '100.0',
        Tags: '{"team":"blue"}',
      },
      { ...month, ServiceName: 'Compute', BilledCost: '8.0', EffectiveCost: '8.0', Tags: '{}' },
      { ...month, ServiceName: 'Support', BilledCost: '365.0', EffectiveCost: '3.0', Tags: '{}' },
      {
        ...month,
        ServiceName: 'Compute',
        BilledCost: '-10.0',
        EffectiveCost: '-10.0',
        Tags: '{"team":"red"}',
      },
    ]);
  });

  test('uses the charge categories of FOCUS', async () => {
    const charges = await focus({
      groupings: ['charge_type', 'usage_unit', 'provider', 'region', 'resource'],
      date_bin: 'quarter',
    });
    expect(
      charges.map((row) => [row['ChargeCategory'], row['EffectiveCost'], row['ConsumedQuantity']]),
    ).toEqual([
      ['Usage', '100.0', '10.0'],
      ['Tax', '8.0', '0.0'],
      ['Purchase', '3.0', '0.0'],
      ['Adjustment', '-10.0', '0.0'],
    ]);
    expect(charges[0]).toMatchObject({
      ProviderName: provider,
      RegionId: 'eu',
      ResourceId: 'i-1',
      ConsumedUnit: 'Hours',
      ChargePeriodEnd: '2025-07-01T00:00:00Z',
    });
  });

  test.each([
    ['hour', '2025-06-01T00:00:00Z', '2025-06-01T01:00:00Z'],
    ['day', '2025-06-01T00:00:00Z', '2025-06-02T00:00:00Z'],
    ['week', '2025-05-26T00:00:00Z', '2025-06-02T00:00:00Z'],
  ])('the end of a %s is exclusive', async (date_bin, start, end) => {
    const [first] = await focus({ groupings: [], date_bin });
    expect([first!['ChargePeriodStart'], first!['ChargePeriodEnd']]).toEqual([start, end]);
  });
});
