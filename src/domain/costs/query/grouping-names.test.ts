import { beforeAll, describe, expect, test } from 'vitest';
import { costRequests, everything } from '../../../../test/cost-requests.js';
import { importCharges, importCsv } from '../../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { requestCosts, readCosts } = costRequests(() => account);

describe('groupings', () => {
  const day = '2026-03-01';
  let token: string;
  beforeAll(async () => {
    account = await newAccount();
    await importCharges(account, [
      {
        day,
        cost: '4',
        region: 'eu-west-1',
        account: 'a-1',
        billingAccount: 'b-1',
        resource: 'i-1',
        resourceName: 'cart',
        usage: '2',
        unit: 'hrs',
        tags: { team: 'web', 'cost,centre': '7', 'vntg:x': '1' },
      },
      { day, cost: '2', category: 'Tax', tags: { 'vntg:x': '1' } },
      { day, cost: '1', tags: { team: '' }, provider: 'Google Cloud' },
    ]);
    token = await importCsv(
      account,
      `ChargePeriodStart,ChargeCategory,BilledCost,ServiceName,ServiceCategory,ResourceType
${day},Fee,8,Rack,Hosting,Half`,
    );
  });

  const costs = async (groupings: string) => (await readCosts({ groupings })).costs;
  const first = { accrued_at: day, currency: 'USD' };

  test.each<[string, object[]]>([
    [
      'provider',
      [
        { amount: '8.0', provider: expect.stringMatching(/^custom_provider:accss_crdntl_/) },
        { amount: '6.0', provider: 'aws' },
        { amount: '1.0', provider: 'gcp' },
      ],
    ],
    [
      'billing_account_id,account_id',
      [
        { amount: '8.0', billing_account_id: null, account_id: null },
        { amount: '4.0', billing_account_id: 'b-1', account_id: 'a-1' },
        { amount: '3.0', billing_account_id: '100', account_id: null },
      ],
    ],
    [
      'service,region',
      [
        { amount: '8.0', service: 'Rack', region: null },
        { amount: '4.0', service: 'Compute', region: 'eu-west-1' },
        { amount: '3.0', service: 'Compute', region: null },
      ],
    ],
    [
      'cost_category,cost_subcategory',
      [
        { amount: '8.0', cost_category: 'Hosting', cost_subcategory: 'Half' },
        { amount: '7.0', cost_category: 'Compute', cost_subcategory: null },
      ],
    ],
    [
      'charge_type',
      [
        { amount: '8.0', charge_type: 'Fee' },
        { amount: '5.0', charge_type: 'Usage' },
        { amount: '2.0', charge_type: 'Tax' },
      ],
    ],
    [
      'tagged',
      [
        { amount: '10.0', tagged: false },
        { amount: '5.0', tagged: true },
      ],
    ],
    [
      'tag:team,"tag:cost,centre"',
      [
        { amount: '10.0', tag: null, tags: [] },
        { amount: '4.0', tag: 'web', tags: ['team:web', 'cost,centre:7'] },
        { amount: '1.0', tag: '', tags: ['team:'] },
      ],
    ],
    [
      'usage_unit',
      [
        { amount: '11.0', usage: { amount: '0.0', unit: '' } },
        { amount: '4.0', usage: { amount: '2.0', unit: 'Hours' } },
      ],
    ],
  ])('%s', async (groupings, expected) => {
    expect(await costs(groupings)).toEqual(expected.map((row) => ({ ...first, ...row })));
  });

  test.each(['resource_id', 'resource'])('%s comes with a name', async (groupings) => {
    expect(await costs(groupings)).toEqual([
      { ...first, amount: '11.0', resource_id: null, resource_name: null },
      { ...first, amount: '4.0', resource_id: 'i-1', resource_name: 'cart' },
    ]);
  });

  test('provider, service and account are the defaults', async () => {
    expect((await readCosts()).costs[0]).toEqual({
      ...first,
      amount: '8.0',
      provider: `custom_provider:${token}`,
      service: 'Rack',
      account_id: null,
    });
  });

  test('a list can be written in several ways', async () => {
    const path = `/v2/costs?filter=${encodeURIComponent(everything)}`;
    const plain = (await account.as.get(`${path}&groupings=region,service`)).body.costs;
    for (const list of [
      'groupings=region&groupings=service',
      'groupings[]=region&groupings[]=service',
      'groupings%5B%5D=region&groupings=service',
    ]) {
      expect((await account.as.get(`${path}&${list}`)).body.costs).toEqual(plain);
    }
  });

  test.each([
    ['colour', 'groupings does not have a valid value: colour'],
    ['tag', 'groupings does not have a valid value: tag'],
    ['tag:', 'groupings does not have a valid value: tag:'],
    ['segment', 'groupings does not have a valid value: segment'],
    ['provider,service,provider', 'groupings names provider twice'],
    ['resource_id,resource', 'groupings names resource twice'],
    ['tag:a,tag:a', 'groupings names tag:a twice'],
    [[...Array(21).keys()].map((n) => `tag:${n}`).join(), 'groupings has more than 20 elements'],
  ])('%s is rejected', async (groupings, message) => {
    expect(await requestCosts({ groupings })).toMatchObject({
      status: 400,
      body: { errors: [message] },
    });
  });
});

describe('measures', () => {
  beforeAll(async () => {
    account = await newAccount();
    const ec2 = { service: 'EC2', region: 'us-east-1', unit: 'Hrs' };
    const s3 = { service: 'S3', region: 'us-east-1', unit: 'GB-Mo' };
    await importCharges(account, [
      { day: '2026-03-01', cost: '5', usage: '10', ...ec2 },
      { day: '2026-03-01', cost: '3', usage: '700', ...s3 },
      { day: '2026-03-02', cost: '6', usage: '12.5', ...ec2 },
      { day: '2026-03-02', cost: '0', usage: '50', ...s3 },
      { day: '2026-03-03', cost: '2', ...s3, unit: '' },
    ]);
  });

  test('usage splits rows and totals by unit, the largest first', async () => {
    const found = await readCosts({
      'settings[aggregate_by]': 'usage',
      groupings: 'service',
      date_bin: 'month',
    });
    expect(found.total_usage).toEqual([
      { amount: '750.0', unit: expect.stringMatching(/GB/) },
      { amount: '22.5', unit: 'Hours' },
    ]);
    expect(found.total_cost).toEqual({ amount: '16.0', currency: 'USD' });
    const unit = found.total_usage[0].unit;
    const row = (service: string, amount: string, usage: object) => ({
      accrued_at: '2026-03-01',
      currency: 'USD',
      amount,
      service,
      usage,
    });
    expect(found.costs).toEqual([
      row('EC2', '11.0', { amount: '22.5', unit: 'Hours' }),
      row('S3', '3.0', { amount: '750.0', unit }),
      row('S3', '2.0', { amount: '0.0', unit: '' }),
    ]);
    expect(found).not.toHaveProperty('counts');
  });

  test('count returns the number of combinations with a cost per bin, on every page', async () => {
    const found = await readCosts({
      'settings[aggregate_by]': 'count',
      groupings: 'service,region',
      order: 'asc',
      limit: 1,
    });
    expect(found).toMatchObject({
      total_count: 4,
      counts: [
        { accrued_at: '2026-03-01', count: 2 },
        { accrued_at: '2026-03-02', count: 1 },
        { accrued_at: '2026-03-03', count: 1 },
      ],
    });
    expect(found.costs).toHaveLength(1);
    expect(found).not.toHaveProperty('total_usage');
  });

  test('cost returns neither', async () => {
    expect(Object.keys(await readCosts()).toSorted()).toEqual(['costs', 'links', 'total_cost']);
  });

  test('another measure is rejected', async () => {
    expect((await requestCosts({ 'settings[aggregate_by]': 'sum' })).status).toBe(400);
  });
});
