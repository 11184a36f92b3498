import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../platform/store/sql.js';
import { rollups } from '../../domain/costs/query/rollups.js';
import { costRequests, type CostParameters, everything } from '../../../test/cost-requests.js';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { requestCosts, readCosts, total } = costRequests(() => account);

describe('settings', () => {
  const range = { start_date: '2025-06-01', end_date: '2025-06-03' };
  beforeAll(async () => {
    account = await newAccount();
    await importCsv(
      account,
      `ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName
2025-06-01,,Usage,100.00,Compute
2025-06-01T00:00:00Z,2026-06-01T00:00:00Z,Fee,365.00,Support
2025-06-02,,Discount,-10.00,Compute
2025-06-02,,Credit,-25.00,Compute
2025-06-03,,Refund,-5.00,Compute
2025-06-03,,Tax,8.00,Compute`,
    );
  });

  test.each<[CostParameters, string]>([
    [{}, '101.0'],
    [{ 'settings[amortize]': false }, '463.0'],
    [{ 'settings[include_discounts]': false }, '111.0'],
    [{ 'settings[include_credits]': true, 'settings[include_refunds]': 1 }, '71.0'],
    [{ 'settings[include_tax]': false, 'settings[amortize]': 'FALSE' }, '455.0'],
    [{ 'settings[include_discounts]': false, 'settings[include_tax]': 0 }, '103.0'],
    [{ 'settings[show_previous_period]': false, 'settings[unallocated]': true }, '101.0'],
  ])('%j returns %s', async (settings, expected) => {
    expect(await total({ ...range, ...settings })).toBe(expected);
  });

  test('default to those of the report; query parameters override them', async () => {
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'Cash',
      ...range,
      date_bin: 'month',
      settings: { amortize: false, include_tax: false, include_credits: true },
    });
    const of = { filter: undefined, cost_report_token: report.token, groupings: 'service' };
    expect(await readCosts(of)).toMatchObject({
      total_cost: { amount: '430.0', currency: 'USD' },
      costs: [
        { accrued_at: '2025-06-01', amount: '365.0', service: 'Support' },
        { accrued_at: '2025-06-01', amount: '65.0', service: 'Compute' },
      ],
    });
    expect(await total({ ...of, 'settings[include_tax]': true })).toBe('438.0');
    expect(await total({ ...of, end_date: '2025-06-01', start_date: '2025-06-01' })).toBe('465.0');
  });

  test('amortized fees do not count for future days', async () => {
    setTime('2025-06-02T12:00:00Z');
    try {
      expect(await total({ ...range, end_date: '2025-12-31' })).toBe('92.0');
      const future = await readCosts({ start_date: '2025-07-01', end_date: '2025-07-31' });
      expect(future).toMatchObject({ total_cost: { amount: '0.0', currency: 'USD' }, costs: [] });
    } finally {
      setTime('2026-03-10T09:00:00Z');
    }
  });
});

describe('filters', () => {
  beforeAll(async () => {
    account = await newAccount();
    const day = '2026-03-01';
    await importCharges(account, [
      { day, cost: '10', region: 'us-east-1', service: 'AmazonS3' },
      { day, cost: '20', region: 'us-east-1', service: 'AmazonEC2', tags: { team: 'Web Shop' } },
      { day, cost: '5', region: 'eu-west-1', service: 'AmazonS3' },
      { day, cost: '7', provider: 'Google Cloud', tags: { team: 'web_shop' } },
      { day, cost: '3', provider: 'Microsoft' },
    ]);
  });

  const report = async (body: object) =>
    (await account.as.post('/v2/cost_reports', { title: 'R', ...body })).body.token;
  const aws = "(costs.provider = 'aws' AND costs.region = 'us-east-1')";

  test('of a report are combined per provider', async () => {
    const { body: saved } = await account.as.post('/v2/saved_filters', {
      title: 'S3 and GCP',
      filter: "(costs.provider = 'aws' AND costs.service = 'AmazonS3') OR (costs.provider = 'gcp')",
    });
    const cost_report_token = await report({ filter: aws, saved_filter_tokens: [saved.token] });
    expect(await total({ filter: undefined, cost_report_token })).toBe('17.0');
    await account.as.put(`/v2/saved_filters/${saved.token}`, { filter: null });
    expect(await total({ filter: undefined, cost_report_token })).toBe('30.0');
  });

  test('a filter given with a report narrows the report', async () => {
    const s3 = { filter: "costs.provider = 'aws' AND costs.service = 'AmazonS3'" };
    expect(await total({ ...s3, cost_report_token: await report({ filter: aws }) })).toBe('10.0');
    expect(await total({ ...s3, cost_report_token: await report({}) })).toBe('15.0');
    const gcp = { filter: "costs.provider = 'gcp'" };
    expect(await total({ ...gcp, cost_report_token: await report({ filter: aws }) })).toBe('0.0');
  });

  test('allocation shares of the report and of the query multiply', async () => {
    const half = "costs.provider = 'aws' AND costs.allocation = 0.5";
    expect(await total({ filter: half })).toBe('17.5');
    const cost_report_token = await report({ filter: half });
    const third = "costs.provider = 'aws' AND costs.allocation = 0.333333333333333333";
    expect(await total({ filter: third, cost_report_token })).toBe('5.833333333333333328');
  });

  test('flexible tag matching ignores case and separators', async () => {
    const loose = (provider: string) =>
      `costs.provider = '${provider}' AND tags.name = 'team' AND tags.value ~* 'WEB SHOP'`;
    expect(await total({ filter: `(${loose('aws')}) OR (${loose('gcp')})` })).toBe('27.0');
  });

  test.each([
    ['costs.provider =', /^Invalid VQL at line 1/],
    ["costs.region = 'eu'", /^Invalid VQL/],
  ])('%j is rejected', async (filter, message) => {
    const { status, body } = await requestCosts({ filter });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatch(message);
  });
});

test('costs of clusters count only if a filter names their provider', async () => {
  account = await newAccount();
  const token = await importCharges(account, [{ day: '2026-03-01', cost: '10' }]);
  const { db, costs } = account.app.services;
  const { load_id } = await db
    .selectFrom('loads')
    .select('load_id')
    .where('integration_token', '=', token)
    .executeTakeFirstOrThrow();
  for (const rollup of rollups) {
    const rows = sql.ref(rollup);
    await run(
      costs.bulk,
      sql`INSERT INTO ${rows} SELECT * REPLACE ('opencost' AS provider)
        FROM ${rows} WHERE load_id = ${load_id}`,
    );
  }
  const { body: all } = await account.as.post('/v2/cost_reports', { title: 'All' });
  expect(await total({ filter: undefined, cost_report_token: all.token })).toBe('10.0');
  expect(await total({ filter: "costs.provider = 'kubernetes'" })).toBe('10.0');
  expect(await total({ filter: "costs.provider = 'aws' OR costs.provider = 'opencost'" })).toBe(
    '20.0',
  );
});

describe('pages', () => {
  beforeAll(async () => {
    account = await newAccount();
    await importCharges(
      account,
      ['c', 'a', 'b', 'd'].map((service) => ({ day: '2026-03-01', cost: '1', service })),
    );
  });

  test('are in a total order, and the total covers the whole range', async () => {
    const page = (number: number) => readCosts({ groupings: 'service', limit: 2, page: number });
    const [one, two, three] = await Promise.all([page(1), page(2), page(3)]);
    const services = [one, two, three].map((each) =>
      each.costs.map((cost: { service: string }) => cost.service),
    );
    expect(services).toEqual([['a', 'b'], ['c', 'd'], []]);
    for (const each of [one, two, three]) expect(each.total_cost.amount).toBe('4.0');
    expect(one.links).toMatchObject({ prev: null, last: null });
    expect(new URL(one.links.next).searchParams.get('page')).toBe('2');
    expect(new URL(one.links.next).searchParams.get('filter')).toBe(everything);
    expect(two.links).toMatchObject({ next: null, last: null });
    expect(new URL(three.links.prev).searchParams.get('page')).toBe('2');
  });

  test('a limit above the maximum is reduced to it', async () => {
    expect((await requestCosts({ limit: 100_000 })).status).toBe(200);
    expect((await requestCosts({ limit: 0 })).status).toBe(400);
  });
});
