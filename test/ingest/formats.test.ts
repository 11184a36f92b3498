import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { customCsv } from '../../src/domain/intake/ingest/formats/index.js';
import { TestIntegration } from './test-integration.js';

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name);

async function imported(...names: string[]): Promise<TestIntegration> {
  const integration = new TestIntegration();
  await integration.import(names.map(fixture));
  return integration;
}

describe('FOCUS', () => {
  test('a purchase is billed on its first day and amortized over its period', async () => {
    const lines = await imported('focus.csv');
    expect(
      await lines.select(
        'line_kind, count() AS lines, sum(billed_cost) AS billed, sum(effective_cost) AS effective, min(usage_date) AS first, max(usage_date) AS last',
        "WHERE charge_type = 'Purchase' GROUP BY line_kind ORDER BY line_kind",
      ),
    ).toEqual([
      {
        line_kind: 'charge',
        lines: '1',
        billed: '10',
        effective: '0',
        first: '2024-05-01',
        last: '2024-05-01',
      },
      {
        line_kind: 'amortization',
        lines: '10',
        billed: '0',
        effective: '10',
        first: '2024-05-01',
        last: '2024-05-10',
      },
    ]);
  });

  test('maps accounts, service, tags and commitment', async () => {
    const lines = await imported('focus.csv');
    expect(
      await lines.select(
        'provider, provider_account_id, account_id, service, cost_subcategory, usage_amount, usage_unit, commitment_type, commitment_owner_account_id AS owner, marketplace, tags',
        "WHERE charge_type = 'Usage' ORDER BY usage_date",
      ),
    ).toEqual([
      {
        provider: 'aws',
        provider_account_id: '100',
        account_id: '200',
        service: 'Amazon Elastic Compute Cloud - Compute',
        cost_subcategory: 'BoxUsage',
        usage_amount: '2',
        usage_unit: 'Hours',
        commitment_type: 'on_demand',
        owner: null,
        marketplace: false,
        tags: { cores: '4', env: 'prod' },
      },
      {
        provider: 'aws',
        provider_account_id: '100',
        account_id: '200',
        service: 'Amazon Elastic Compute Cloud - Compute',
        cost_subcategory: 'BoxUsage',
        usage_amount: '1',
        usage_unit: 'Hours',
        commitment_type: 'savings_plan',
        owner: '123456789012',
        marketplace: false,
        tags: {},
      },
      {
        provider: 'azure',
        provider_account_id: 's1',
        account_id: 'group-a',
        service: 'Virtual Machines',
        cost_subcategory: 'vm',
        usage_amount: '24',
        usage_unit: 'Hours',
        commitment_type: 'on_demand',
        owner: null,
        marketplace: true,
        tags: { env: 'dev' },
      },
    ]);
  });

  test('two accounts and periods in one file become two loads', async () => {
    const lines = await imported('focus.csv');
    expect(lines.loadStore.loads.map((entry) => entry.partition)).toEqual([
      'focus//100/2024-05-01',
      'focus//101/2024-06-01',
    ]);
  });
});

describe('AWS CUR', () => {
  test('billed and effective cost of each line type', async () => {
    const lines = await imported('aws-cur.csv');
    expect(
      await lines.select(
        'charge_type AS type, amortized_charge_type AS amortized, charge_group AS kind, sum(billed_cost) AS billed, sum(effective_cost) AS effective',
        'GROUP BY type, amortized, kind ORDER BY type, amortized',
      ),
    ).toEqual([
      {
        type: 'AWS Marketplace',
        amortized: 'AmortizedFee',
        kind: 'fee',
        billed: '0',
        effective: '100',
      },
      { type: 'AWS Marketplace', amortized: null, kind: 'fee', billed: '100', effective: '0' },
      { type: 'EdpDiscount', amortized: null, kind: 'discount', billed: '-2', effective: '-2' },
      { type: 'RIFee', amortized: 'AmortizedFee', kind: 'fee', billed: '31', effective: '0.31' },
      {
        type: 'SavingsPlanCoveredUsage',
        amortized: 'AllocatedAmortizedFee',
        kind: 'usage',
        billed: '1.2',
        effective: '0.75',
      },
      {
        type: 'SavingsPlanNegation',
        amortized: null,
        kind: 'usage',
        billed: '-1.2',
        effective: '0',
      },
      {
        type: 'SavingsPlanRecurringFee',
        amortized: 'AmortizedFee',
        kind: 'fee',
        billed: '1',
        effective: '0.25',
      },
      { type: 'Tax', amortized: null, kind: 'tax', billed: '0.07', effective: '0.07' },
      { type: 'Usage', amortized: null, kind: 'usage', billed: '0.096', effective: '0.096' },
    ]);
  });

  test('a repeated row is stored once and counted', async () => {
    const lines = await imported('aws-cur.csv');
    expect(lines.loadStore.loads[0]?.finished).toMatchObject({
      rowsRead: 9,
      rowsStored: 8,
      rowsRepeated: 1,
    });
  });

  test('maps names and tags, and restores the leading zero of an account id', async () => {
    const lines = await imported('aws-cur.csv');
    expect(
      await lines.select(
        'provider_account_id, account_id, service, service_code, cost_category, instance_type, resource_name, region, tags',
        "WHERE charge_type = 'Usage'",
      ),
    ).toEqual([
      {
        provider_account_id: '011254002932',
        account_id: '011254002932',
        service: 'Amazon Elastic Compute Cloud - Compute',
        service_code: 'AmazonEC2',
        cost_category: 'Compute Instance',
        instance_type: 'm5.large',
        resource_name: 'i-0abc',
        region: 'us-east-1',
        tags: { Team: 'Blue', 'aws:createdBy': 'root' },
      },
    ]);
  });

  test('CUR 2.0 net costs become discount lines, so that the total equals the invoice', async () => {
    const lines = await imported('aws-cur2.csv');
    expect(
      await lines.select(
        'source_format AS format, line_kind, charge_type, billed_cost, effective_cost, usage_amount, tags',
        'ORDER BY line_kind, billed_cost DESC',
      ),
    ).toEqual([
      {
        format: 'aws_cur2',
        line_kind: 'charge',
        charge_type: 'Usage',
        billed_cost: '10',
        effective_cost: '10',
        usage_amount: '3',
        tags: { 'aws:createdBy': 'root', team: 'Blue' },
      },
      {
        format: 'aws_cur2',
        line_kind: 'charge',
        charge_type: 'Usage',
        billed_cost: '0.5',
        effective_cost: '0.5',
        usage_amount: '5',
        tags: {},
      },
      {
        format: 'aws_cur2',
        line_kind: 'discount',
        charge_type: 'EdpDiscount',
        billed_cost: '-1',
        effective_cost: '-1',
        usage_amount: null,
        tags: { 'aws:createdBy': 'root', team: 'Blue' },
      },
    ]);
  });
});

describe('Azure', () => {
  const columns =
    'charge_type AS type, billed_cost AS billed, effective_cost AS effective, commitment_status AS status, usage_amount AS used, usage_unit AS unit, region, account_id';
  const payment = {
    status: null,
    used: null,
    unit: null,
    region: 'eastus',
    account_id: null,
  };
  const usage = { used: '24', unit: 'Hours', region: 'eastus', account_id: 'group-one' };
  const both = [
    { ...payment, type: 'Purchase', billed: '365', effective: '0' },
    { ...payment, type: 'Refund', billed: '-65', effective: '0' },
    { ...payment, type: 'UnusedReservation', billed: '0', effective: '0.25', status: 'unused' },
    { ...usage, type: 'Usage', billed: '0', effective: '0.75', status: 'used' },
    { ...usage, type: 'Usage', billed: '7', effective: '7', status: null, used: '50' },
  ];

  test('actual and amortized files together produce one set of lines', async () => {
    const lines = await imported('azure-actual.csv', 'azure-amortized.csv');
    expect(await lines.select(columns, 'ORDER BY type, billed')).toEqual(both);
  });

  test.each([
    ['azure-actual.csv', 'azure-amortized.csv'],
    ['azure-amortized.csv', 'azure-actual.csv'],
  ])('%s followed by %s produces the same lines', async (first, second) => {
    const integration = new TestIntegration();
    await integration.import(fixture(first));
    await integration.import(fixture(second));
    expect(await integration.select(columns, 'ORDER BY type, billed')).toEqual(both);
  });

  test('tags without braces are parsed', async () => {
    const lines = await imported('azure-amortized.csv');
    expect(await lines.select('tags', 'WHERE NOT empty(tags)')).toEqual([
      { tags: { env: 'prod', team: 'blue' } },
    ]);
  });
});

describe('GCP', () => {
  const columns =
    'line_kind, billing_period, usage_date, charge_type AS type, charge_group AS kind, billed_cost AS billed, usage_amount AS used, usage_unit AS unit, account_id, region, tags';

  test('credits become separate lines, and labels override project labels', async () => {
    const lines = await imported('gcp.csv');
    const row = {
      billing_period: '2024-03-01',
      usage_date: '2024-04-01',
      account_id: 'p1',
      region: 'europe-west1',
      tags: { cost: 'x', env: 'prod' },
    };
    expect(await lines.select(columns, 'ORDER BY service, billed DESC')).toEqual([
      {
        ...row,
        line_kind: 'charge',
        type: 'regular',
        kind: 'usage',
        billed: '0.000005',
        used: '1',
        unit: 'Hours',
      },
      {
        ...row,
        line_kind: 'credit',
        type: 'SUSTAINED_USAGE_DISCOUNT',
        kind: 'discount',
        billed: '-0.000001',
        used: null,
        unit: null,
      },
      {
        ...row,
        line_kind: 'credit',
        type: 'PROMOTION',
        kind: 'credit',
        billed: '-0.000004',
        used: null,
        unit: null,
      },
      {
        line_kind: 'charge',
        billing_period: '2024-04-01',
        usage_date: '2024-04-01',
        type: 'tax',
        kind: 'tax',
        billed: '2',
        used: null,
        unit: null,
        account_id: null,
        region: 'global',
        tags: {},
      },
    ]);
  });

  test('JSON lines and CSV produce the same lines', async () => {
    const order = 'ORDER BY service, billed DESC';
    const csv = await (await imported('gcp.csv')).select(columns, order);
    expect(await (await imported('gcp.jsonl')).select(columns, order)).toEqual(csv);
  });
});

test('Oracle amounts keep all 18 decimal places', async () => {
  const lines = await imported('oci.csv');
  expect(
    await lines.select('billed_cost, usage_unit, is_correction, tags', 'ORDER BY charge_start'),
  ).toEqual([
    {
      billed_cost: '0.112264277499950943',
      usage_unit: 'Hours',
      is_correction: false,
      tags: { 'Finance.Owner': 'jane' },
    },
    { billed_cost: '0.000000000000000001', usage_unit: 'Hours', is_correction: true, tags: {} },
  ]);
});

test('a custom upload: amortized fees, dollar signs, thousands separators, negative amounts in parentheses', async () => {
  const integration = new TestIntegration();
  await integration.import(fixture('custom.csv'), {}, { formats: [customCsv] });
  expect(
    await integration.select(
      'service, sum(billed_cost) AS billed, sum(effective_cost) AS effective, max(effective_cost) AS largest, max(usage_date) AS last',
      'GROUP BY service ORDER BY service',
    ),
  ).toEqual([
    {
      service: 'Datacentre',
      billed: '30',
      effective: '30',
      largest: '0.645161290322580646',
      last: '2024-01-31',
    },
    { service: 'Power', billed: '1230', effective: '1230', largest: '1234.5', last: '2024-01-16' },
  ]);
});
