import { beforeAll, expect, test } from 'vitest';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { addDays } from '../../platform/lib/days.js';
import { awsBill, charge } from '../../../test/aws-bill.js';
import { importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;

/** 30 days to 9 March: 10.00 an hour on 25 days and 4.00 on five, which are 600 and 120 hours. */
beforeAll(async () => {
  account = await newAccount();
  const days = Array.from({ length: 30 }, (_, index) => addDays('2026-02-08', index));
  const rows = days.flatMap((day, index) => {
    const of = (usage: object, perHour: number, units: number) => ({
      ...charge('Usage', `${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`, String(perHour * 24)),
      'lineItem/UsageAmount': String(units * 24),
      ...usage,
    });
    const isHigh = index < 25;
    return [
      of({ 'lineItem/UsageType': 'BoxUsage:m5.large' }, isHigh ? 10 : 4, 1),
      of(
        {
          'lineItem/ProductCode': 'AmazonElastiCache',
          'lineItem/UsageType': 'NodeUsage:cache.m5.large',
          'lineItem/Operation': 'CreateCacheCluster:0002',
        },
        isHigh ? 0.75 : 0.25,
        isHigh ? 3 : 1,
      ),
      of({ 'lineItem/ProductCode': 'AmazonS3', 'lineItem/UsageType': 'Requests-Tier1' }, 1, 1),
    ];
  });
  await importCsv(account, awsBill(rows), { formats: providerFormats });
});

const plan = '/v2/financial_commitments/simulation?type=aws:compute:savings-plan';

test('the best plan saves what the rule says, with its break-even and regret', async () => {
  const { status, body } = await account.as.get(plan);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    currency: 'USD',
    start_date: '2026-02-08',
    end_date: '2026-03-09',
    discount_percent: '27.0',
    unit: 'spend',
    hourly: false,
    on_demand_cost: '6570.0',
  });
  expect(body.best).toEqual({
    commitment: '7.3',
    hourly_cost: '7.3',
    monthly_saving: '1241.0',
    coverage_percent: '100.0',
    utilization_percent: '90.0',
    break_even_utilization_percent: '73.0',
    break_even_fall_percent: '18.89',
    saving_if_usage_falls: '-73.0',
    regret_if_usage_falls: '1065.8',
  });
  expect(body.chosen).toEqual(body.best);
  const savings = body.curve.map((point: { monthly_saving: string }) =>
    Number(point.monthly_saving),
  );
  expect(savings[0]).toBe(0);
  expect(Math.max(...savings)).toBe(1241);
});

test('a given commitment and discount are simulated', async () => {
  const { body } = await account.as.get(`${plan}&commitment=2.92`);
  expect(body.chosen).toMatchObject({ commitment: '2.92', monthly_saving: '788.4' });
  const half = await account.as.get(`${plan}&commitment=5&discount_percent=50`);
  expect(half.body.chosen).toMatchObject({ commitment: '5.0', monthly_saving: '2920.0' });
  expect((await account.as.get(`${plan}&discount_percent=100`)).status).toBe(400);
  expect((await account.as.get(`${plan}&days=31`)).status).toBe(400);
});

test('days without usage count in a longer window', async () => {
  const { body } = await account.as.get(`${plan}&days=60`);
  expect(body).toMatchObject({ start_date: '2026-01-09', best: null });
});

test('what to purchase next is listed by saving, reservations in whole units by group', async () => {
  const { body } = await account.as.get('/v2/financial_commitments/opportunities');
  const found = body.opportunities.map(
    ({ type, group, best }: { type: string; group: string; best: Record<string, string> }) => [
      type,
      group,
      best['commitment'],
      best['monthly_saving'],
    ],
  );
  expect(found).toEqual([
    ['aws:compute:savings-plan', '', '7.3', '1241.0'],
    [
      'aws:elasticache:reserved-instances',
      'us-east-1, cache.m5.large, CreateCacheCluster:0002',
      '3.0',
      '103.42',
    ],
    ['aws:database:savings-plan', '', '0.6', '48.67'],
  ]);
});

test('another workspace sees none of it, and unknown types are not found', async () => {
  const other = await newAccount();
  expect((await other.as.get(plan)).body).toMatchObject({ best: null, curve: [] });
  expect((await account.as.get(plan.replace('compute', 'x'))).status).toBe(404);
  const foreign = `${plan}&workspace_token=${other.workspace.token}`;
  expect((await account.as.get(foreign)).status).toBe(404);
});
