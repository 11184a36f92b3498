import { beforeAll, expect, test } from 'vitest';
import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { awsBill, charge, planArn, reservationArn, workedMonth } from '../../../test/aws-bill.js';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

const january = { start_date: '2026-01-01', end_date: '2026-01-31' };
let account: Account;

beforeAll(async () => {
  account = await newAccount();
  await importCsv(account, awsBill(workedMonth()), { formats: providerFormats });
});

async function figures(body: object, owner = account) {
  const { as, workspace } = owner;
  const report = await as.post('/v2/financial_commitment_reports', {
    title: 'Worked month',
    workspace_token: workspace.token,
    ...january,
    ...body,
  });
  expect(report.status).toBe(201);
  const answer = await as.get(`/v2/financial_commitment_reports/${report.body.token}/figures`);
  expect(answer.status).toBe(200);
  return answer.body;
}

test('the worked month has its coverage, spend, equivalent and savings', async () => {
  const { total, buckets, date_bucket, currency } = await figures({});
  expect({ buckets, date_bucket, currency }).toEqual({
    buckets: ['2026-01-01'],
    date_bucket: 'month',
    currency: 'USD',
  });
  const {
    buckets: [month],
    ...whole
  } = total;
  expect(whole).toEqual({
    billed_cost: '1399.0',
    covered_spend: '788.4',
    unused_cost: '87.6',
    on_demand_cost: '500.0',
    spot_cost: '60.0',
    discounts: '-50.0',
    discounted_spend: '1386.0',
    on_demand_equivalent: '1764.25',
    unpriced_cost: '0.0',
    total_savings: '378.25',
    coverage_percent: '61.19',
    utilization_percent: '90.0',
    effective_savings_rate_percent: '21.44',
  });
  expect(month).toEqual(whole);
});

test('each commitment is used to 90 %, and the reservation alone saves 11.11 %', async () => {
  const { groups, group_count } = await figures({ groupings: ['commitment_id'] });
  expect(group_count).toBe(3);
  const byId = new Map(groups.map((group: { values: string[] }) => [group.values[0], group]));
  expect(byId.get(planArn)).toMatchObject({ utilization_percent: '90.0', unused_cost: '73.0' });
  expect(byId.get(reservationArn)).toMatchObject({
    utilization_percent: '90.0',
    discounted_spend: '146.0',
    effective_savings_rate_percent: '11.11',
  });
  expect(byId.get(null)).toMatchObject({ utilization_percent: null, on_demand_cost: '500.0' });
});

test('groups by several names, comma-joined, and shows spot usage as a cost type', async () => {
  const { groups, groupings } = await figures({ groupings: 'cost_type, commitment_type' });
  expect(groupings).toEqual(['cost_type', 'commitment_type']);
  expect(groups.map((group: { values: string[] }) => group.values)).toContainEqual([
    'Spot Usage',
    'spot',
  ]);
});

test('the scope all counts on-demand costs of every service', async () => {
  const { total } = await figures({ on_demand_costs_scope: 'all' });
  expect(total).toMatchObject({ on_demand_cost: '577.0', coverage_percent: '57.74' });
});

test('a filter narrows the lines', async () => {
  const filter =
    "financial_commitments.provider = 'aws' AND financial_commitments.commitment_type = 'spot'";
  const { total } = await figures({ filter });
  expect(total).toMatchObject({ discounted_spend: '60.0', coverage_percent: null });
});

test('unused fees are spread over the days of their month', async () => {
  const { total, buckets } = await figures({ date_bucket: 'day' });
  expect(buckets).toHaveLength(31);
  expect(total.buckets[0]).toMatchObject({ covered_spend: '0.0', coverage_percent: null });
  expect(Number(total.buckets[0].unused_cost)).toBeCloseTo(87.6 / 31, 10);
  expect(total.buckets[9]).toMatchObject({ covered_spend: '788.4', on_demand_cost: '500.0' });
});

test('hours are shown for up to 14 days of a bill with hours', async () => {
  const owner = await newAccount();
  const hourly = { ...charge('Usage', '2026-01-02T03:00:00Z', '2026-01-02T04:00:00Z', '5') };
  await importCsv(owner, awsBill([hourly]), { formats: providerFormats });
  const days = { start_date: '2026-01-01', end_date: '2026-01-14', date_bucket: 'hour' };
  const short = await figures(days, owner);
  expect(short.date_bucket).toBe('hour');
  expect(short.buckets).toHaveLength(14 * 24);
  expect(short.total.buckets[27].on_demand_cost).toBe('5.0');
  expect((await figures({ ...days, end_date: '2026-01-15' }, owner)).date_bucket).toBe('day');
  expect((await figures(days)).date_bucket).toBe('day');
});

test('120 reserved and 180 on demand are covered to 40 %, in euros at their rate', async () => {
  const owner = await newAccount();
  const { app, as, workspace } = owner;
  await as.put(`/v2/workspaces/${workspace.token}`, {
    currency: 'EUR',
    enable_currency_conversion: true,
  });
  await app.services.db
    .insertInto('exchange_rates')
    .values({
      account_token: owner.account.token,
      effective_date: '2026-01-01',
      updated_at: app.clock(),
      base_currency_code: 'USD',
      currency_code: 'EUR',
      rate: '0.5',
    })
    .execute();
  const used = {
    ...charge('DiscountedUsage', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z', '0'),
    'reservation/ReservationARN': reservationArn,
    'reservation/EffectiveCost': '120',
  };
  const onDemand = charge('Usage', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z', '180');
  await importCsv(owner, awsBill([used, onDemand]), { formats: providerFormats });
  const { total, currency, unconverted_currencies } = await figures({}, owner);
  expect({ currency, unconverted_currencies }).toEqual({
    currency: 'EUR',
    unconverted_currencies: [],
  });
  // Neither has a public price, so the figures say that nothing is known of the savings.
  expect(total).toMatchObject({
    coverage_percent: '40.0',
    covered_spend: '60.0',
    on_demand_cost: '90.0',
    discounted_spend: '150.0',
    unpriced_cost: '150.0',
    total_savings: '0.0',
  });
});

test('costs of other providers and other accounts are in no figure', async () => {
  const owner = await newAccount();
  await importCharges(owner, [{ day: '2026-01-05', cost: '9', provider: 'Microsoft' }]);
  const { total, groups } = await figures({}, owner);
  expect(total.discounted_spend).toBe('0.0');
  expect(groups).toEqual([]);
});
