import { beforeAll, describe, expect, test } from 'vitest';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { awsOfferJson } from '../../domain/optimise/prices/formats/aws-offer-json.js';
import { importPrices } from '../../domain/optimise/prices/import-prices.js';
import { addDays } from '../../platform/lib/days.js';
import { awsBill, charge } from '../../../test/aws-bill.js';
import { importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { priceFile, reservedOffer } from '../../../test/price-lists.js';

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

describe('the terms of a commitment', () => {
  const region = 'test-terms-1';
  const type = 'cache.m5.large';
  let own: Account;

  /** A node for 1.00 an hour on 30 days. */
  beforeAll(async () => {
    own = await newAccount();
    const days = Array.from({ length: 30 }, (_, index) => addDays('2026-02-08', index));
    const rows = days.map((day) => ({
      ...charge('Usage', `${day}T00:00:00Z`, `${addDays(day, 1)}T00:00:00Z`, '24'),
      'lineItem/ProductCode': 'AmazonElastiCache',
      'lineItem/UsageType': `NodeUsage:${type}`,
      'lineItem/Operation': 'CreateCacheCluster:0002',
      'lineItem/UsageAmount': '24',
      'product/region': region,
    }));
    await importCsv(own, awsBill(rows), { formats: providerFormats });
  });

  const read = async (more = '') => {
    const group = `${region}, ${type}, CreateCacheCluster:0002`;
    const query = `type=aws:elasticache:reserved-instances&group=${group}${more}`;
    const { status, body } = await own.as.get(`/v2/financial_commitments/simulation?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.terms as Record<string, unknown>[];
  };

  test('have no amounts where no price list has them, but for the usual discount', async () => {
    const [usual, ...others] = await read();
    expect(usual).toEqual({
      years: 1,
      payment: 'no_upfront',
      source: 'usual_discount',
      priced_percent: null,
      discount_percent: '30.0',
      upfront_cost: '0.0',
      monthly_cost: '511.0',
      total_cost: '6132.0',
      monthly_saving: '219.0',
      break_even_months: '0.0',
    });
    expect(others.map(({ years, payment }) => [years, payment])).toEqual([
      [1, 'partial_upfront'],
      [1, 'all_upfront'],
      [3, 'no_upfront'],
      [3, 'partial_upfront'],
      [3, 'all_upfront'],
    ]);
    for (const term of others) {
      expect(term).toMatchObject({ source: null, monthly_cost: null, monthly_saving: null });
    }
  });

  test('are those of an imported price list, as shares of the price on demand', async () => {
    // On demand the list says 2.00, the bill 1.00: what a commitment costs follows.
    const list = reservedOffer('AmazonElastiCache', region, type, {
      onDemand: '2',
      reserved: [
        { years: 1, option: 'Partial Upfront', hourly: '0.6', fee: '5256' },
        { years: 1, option: 'All Upfront', hourly: '0', fee: '10512' },
        { years: 3, option: 'No Upfront', hourly: '1', fee: null },
      ],
    });
    await importPrices(own.app.services, awsOfferJson, [priceFile('cache.json', list)], {
      now: own.app.clock(),
    });
    const [noUpfront, partial, all, threeYears, missing] = await read();
    expect(noUpfront).toMatchObject({ source: 'usual_discount' });
    expect(partial).toMatchObject({
      source: 'price_list',
      priced_percent: '100.0',
      discount_percent: '40.0',
      upfront_cost: '2628.0',
      monthly_cost: '219.0',
      total_cost: '5256.0',
      monthly_saving: '292.0',
      break_even_months: '5.1',
    });
    expect(all).toMatchObject({
      upfront_cost: '5256.0',
      monthly_cost: '0.0',
      break_even_months: '7.2',
    });
    expect(threeYears).toMatchObject({ total_cost: '13140.0', monthly_saving: '365.0' });
    expect(missing).toMatchObject({ payment: 'partial_upfront', source: null });
    // The curve is at the exact price of a term, so that it has the same saving.
    const query = `type=aws:elasticache:reserved-instances&group=${region}, ${type}, CreateCacheCluster:0002`;
    const simulate = (more: string) =>
      own.as.get(`/v2/financial_commitments/simulation?${query}&${more}`);
    const chosen = await simulate('years=1&payment=partial_upfront');
    expect(chosen.body).toMatchObject({
      discount_percent: '40.0',
      chosen: { monthly_saving: '292.0' },
    });
    expect((await simulate('years=3&payment=all_upfront')).status).toBe(400);
    expect((await simulate('years=3')).status).toBe(400);
    expect((await simulate('years=1&payment=all_upfront&discount_percent=20')).status).toBe(400);
    // Two nodes, of which one is used.
    const [, ofTwo] = await read('&commitment=2');
    expect(ofTwo).toMatchObject({ upfront_cost: '5256.0', monthly_saving: '-146.0' });
  });

  test('the window ends on a given day', async () => {
    const { body } = await own.as.get(`${plan}&end_date=2026-03-01`);
    expect(body).toMatchObject({ start_date: '2026-01-31', end_date: '2026-03-01' });
    const late = await own.as.get(`${plan}&end_date=2026-04-01`);
    expect(late.body).toMatchObject({ end_date: '2026-03-09' });
  });
});
