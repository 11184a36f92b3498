import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { costRequests, costsPath, type CostParameters } from '../../../test/cost-requests.js';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';
import { propertyRuns } from '../../../test/property-runs.js';

// Today is 2026-03-10.
let account: Account;
const { readCosts } = costRequests(() => account);

const firstDay = '2025-12-20';
const days = 81;
const dayAt = (index: number) => addDays(firstDay, index);

beforeAll(async () => {
  account = await newAccount();
  const charges = Array.from({ length: 400 }, (_, index): Charge => ({
    day: dayAt(index % days),
    cost: `${(index * 7919) % 97}.${(index * 104_729) % 1_000_000}`,
    service: ['Compute', 'Storage', 'Network'][index % 3]!,
    region: ['eu', 'us', ''][index % 4 === 0 ? 2 : index % 2]!,
    account: `acct-${index % 5}`,
    resource: index % 7 === 0 ? '' : `i-${index % 23}`,
    resourceName: `name-${index % 23}`,
    tags: index % 5 === 0 ? {} : { team: `t${index % 4}` },
    ...(index % 6 === 0
      ? {}
      : { usage: String(1 + (index % 3)), unit: ['Hours', 'GB'][index % 2]! }),
  }));
  await importCharges(account, charges);
});

async function readSeries(parameters: CostParameters) {
  const { status, body } = await account.as.get(costsPath(parameters, '/v2/costs/series'));
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SeriesBody;
}

interface SeriesOf {
  amount: string;
  amounts: string[];
  change: { current: string; previous: string; amount: string; percent: string | null } | null;
}
interface SeriesBody {
  bins: string[];
  total: SeriesOf;
  group_count: number;
  groups: (SeriesOf & { group: Record<string, string | null>; resource_name?: string })[];
  other: SeriesOf & { group_count: number };
  comparison: {
    days: number;
    days_with_data: number;
    bins: ({ start_date: string; end_date: string; amount: string } | null)[];
  } | null;
  links: { next: string | null };
}

const add = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toFixed());

const request = fc.record({
  groupings: fc
    .subarray(['service', 'region', 'account_id', 'resource_id', 'tag:team', 'provider'], {
      minLength: 1,
      maxLength: 3,
    })
    .map((names) => names.join(',')),
  date_bin: fc.constantFrom('day', 'week', 'month', 'quarter'),
  range: fc
    .tuple(fc.nat(days - 1), fc.nat(days - 1))
    .map(([a, b]) => ({ start_date: dayAt(Math.min(a, b)), end_date: dayAt(Math.max(a, b)) })),
  limit: fc.integer({ min: 1, max: 30 }),
  page: fc.integer({ min: 1, max: 3 }),
});

test('every group, bin and total equals that of GET /costs', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ range, limit, page, ...rest }) => {
      const series = await readSeries({ ...rest, ...range, limit, page });
      const { costs, total_cost } = await readCosts({ ...rest, ...range, limit: 5000 });
      const names = rest.groupings.split(',');
      const keyOf = (cost: Record<string, unknown>) =>
        JSON.stringify(
          names.map((name) => (name === 'tag:team' ? cost['tag'] : cost[name]) ?? null),
        );
      const sums = new Map<string, string[]>();
      for (const cost of costs) {
        const key = keyOf(cost);
        sums.set(key, [...(sums.get(key) ?? []), cost.amount]);
        const at = series.bins.indexOf(cost.accrued_at);
        expect(at).toBeGreaterThanOrEqual(0);
        const group = series.groups.find(
          (each) => JSON.stringify(names.map((name) => each.group[name])) === key,
        );
        if (group) expect(group.amounts[at]).toBe(cost.amount);
      }
      expect(series.total.amount).toBe(total_cost.amount);
      expect(series.group_count).toBe(sums.size);
      const totals = [...sums.values()].map((amounts) => new Decimal(add(amounts)));
      const ranked = totals
        .toSorted((a, b) => b.comparedTo(a))
        .map((sum) => formatDecimal(sum.toFixed()));
      expect(series.groups.map(({ amount }) => amount)).toEqual(
        ranked.slice((page - 1) * limit, page * limit),
      );
      const parts = [...series.groups, series.other];
      expect(add(parts.map(({ amount }) => amount))).toBe(series.total.amount);
      for (const [bin, amount] of series.total.amounts.entries()) {
        expect(add(parts.map(({ amounts }) => amounts[bin]!))).toBe(amount);
      }
      for (const { amount, amounts } of parts) expect(add(amounts)).toBe(amount);
    }),
    { seed: 20_260_310, numRuns: propertyRuns(20) },
  );
});

test('changes compare complete days with an earlier range of as many days', async () => {
  const range = {
    start_date: '2026-02-01',
    end_date: '2026-02-28',
    groupings: 'service',
    date_bin: 'month',
  };
  const series = await readSeries({ ...range, limit: 2, compare_to: 'previous_period' });
  const january = await readCosts({ ...range, start_date: '2026-01-01', end_date: '2026-01-31' });
  expect(series.comparison).toEqual({
    start_date: '2026-02-01',
    end_date: '2026-02-28',
    previous_start_date: '2026-01-01',
    previous_end_date: '2026-01-31',
    current_days: 28,
    days: 31,
    days_with_data: 31,
    bins: [{ start_date: '2026-01-01', end_date: '2026-01-31', amount: january.total_cost.amount }],
  });
  expect(series.total.change).toMatchObject({
    current: series.total.amount,
    previous: january.total_cost.amount,
    amount: add([series.total.amount, `-${january.total_cost.amount}`]),
  });
  for (const { group, change } of series.groups) {
    const { amount } = january.costs.find(
      (cost: { service: string }) => cost.service === group['service'],
    );
    expect(change?.previous).toBe(amount);
  }
  const parts = [...series.groups, series.other];
  expect(add(parts.map(({ change }) => change!.amount))).toBe(series.total.change!.amount);
});

test('an old bill of a source that has ended keeps nothing from being compared', async () => {
  const own = await newAccount();
  await importCharges(own, [
    { day: '2026-03-02', cost: '4' },
    { day: '2026-03-03', cost: '6' },
  ]);
  await importCharges(own, [{ day: '2023-11-14', cost: '1' }]);
  const range = { start_date: '2026-03-03', end_date: '2026-03-03' };
  const path = costsPath({ ...range, compare_to: 'previous_period' }, '/v2/costs/series');
  const { body } = await own.as.get(path);
  expect(body.complete_through).toBe('2026-03-03');
  expect(body.total.change).toMatchObject({ current: '6.0', previous: '4.0' });
});

test('days that have not been imported are counted, and then there are no changes', async () => {
  const series = await readSeries({
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    groupings: 'service',
    compare_to: 'previous_period',
  });
  expect(series.comparison).toMatchObject({ days: 31, days_with_data: 12 });
  expect([series.total.change, series.other.change, series.groups[0]!.change]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a range of your own is compared as it is, with the number of days of both', async () => {
  const range = { start_date: '2026-03-01', end_date: '2026-03-31', groupings: 'service' };
  const own = { compare_start_date: '2026-01-05', compare_end_date: '2026-01-20' };
  const series = await readSeries({ ...range, ...own });
  expect(series.comparison).toMatchObject({
    start_date: '2026-03-01',
    end_date: '2026-03-09',
    previous_start_date: '2026-01-05',
    previous_end_date: '2026-01-20',
    current_days: 9,
    days: 16,
    days_with_data: 16,
  });
  const { total_cost } = await readCosts({ start_date: '2026-01-05', end_date: '2026-01-20' });
  expect(series.total.change?.previous).toBe(total_cost.amount);
});

test('a range of your own with days that are not complete has no changes', async () => {
  const { comparison, total } = await readSeries({
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    compare_start_date: '2026-03-01',
    compare_end_date: '2026-03-31',
  });
  expect(comparison).toMatchObject({ days: 31, days_with_data: 9 });
  expect(total.change).toBeNull();
});

test('groups are searched by their values', async () => {
  const range = { start_date: '2026-01-01', end_date: '2026-02-28', groupings: 'service' };
  const { groups } = await readSeries({ ...range, search: 'STOR' });
  expect(groups.map(({ group }) => group['service'])).toEqual(['Storage']);
});

test('every bin has the total of the earlier days it is compared with', async () => {
  const range = { start_date: '2026-02-10', end_date: '2026-03-20', date_bin: 'week' };
  const { comparison, bins } = await readSeries({ ...range, compare_to: 'previous_period' });
  expect(comparison!.bins).toHaveLength(bins.length);
  const earlier = comparison!.bins.filter((bin) => bin !== null);
  for (const { start_date, end_date, amount } of earlier) {
    const { total_cost } = await readCosts({ start_date, end_date, groupings: 'provider' });
    expect(amount).toBe(total_cost.amount);
  }
  const { total_cost } = await readCosts({
    start_date: earlier[0]!.start_date,
    end_date: earlier.at(-1)!.end_date,
    groupings: 'provider',
  });
  expect(add(earlier.map(({ amount }) => amount))).toBe(total_cost.amount);
});

test('days before the first costs have no earlier amount', async () => {
  const range = { start_date: '2026-01-01', end_date: '2026-01-31', date_bin: 'day' };
  const { comparison } = await readSeries({ ...range, compare_to: 'previous_period' });
  const { bins } = comparison!;
  expect(bins.findIndex((bin) => bin !== null)).toBe(19);
  expect(bins[19]).toMatchObject({ start_date: '2025-12-20', end_date: '2025-12-20' });
});

test('costs can be grouped by the unit of their usage', async () => {
  const range = { start_date: '2026-01-01', end_date: '2026-02-28', date_bin: 'month' };
  const { groups, total } = await readSeries({ ...range, groupings: 'service,usage_unit' });
  const { costs, total_cost } = await readCosts({ ...range, groupings: 'service,usage_unit' });
  expect(total.amount).toBe(total_cost.amount);
  for (const { service, usage, accrued_at, amount } of costs) {
    const series = groups.find(
      ({ group }) => group['service'] === service && (group['usage_unit'] ?? '') === usage.unit,
    );
    expect(series?.amounts[accrued_at === '2026-01-01' ? 0 : 1]).toBe(amount);
  }
});

test('converted costs have the totals of GET /costs, and no others remain when all groups are shown', async () => {
  const euro = await newAccount();
  const { db } = euro.app.services;
  await db
    .insertInto('exchange_rates')
    .values({
      account_token: euro.account.token,
      effective_date: '2026-01-01',
      updated_at: new Date('2026-01-01'),
      base_currency_code: 'USD',
      currency_code: 'EUR',
      rate: '0.7',
    })
    .execute();
  const charges = Array.from({ length: 40 }, (_, index): Charge => ({
    day: addDays('2026-01-01', index),
    cost: `${index}.1`,
    service: ['Compute', 'Storage', 'Network'][index % 3]!,
    currency: ['EUR', 'CHF'][index % 10 === 0 ? 1 : 0]!,
  }));
  await importCharges(euro, charges);
  const of = costRequests(() => euro);
  const parameters = { start_date: '2026-01-01', end_date: '2026-02-28', groupings: 'service' };
  const { body } = await euro.as.get(costsPath(parameters, '/v2/costs/series'));
  const costs = await of.readCosts(parameters);
  expect(body.total.amount).toBe(costs.total_cost.amount);
  expect(body.unconverted_costs).toEqual(costs.unconverted_costs);
  expect(body.other).toMatchObject({ group_count: 0, amount: '0.0' });
  for (const { service, accrued_at, amount, currency } of costs.costs) {
    if (currency !== 'USD') continue;
    const { amounts } = body.groups.find(
      (each: SeriesBody['groups'][number]) => each.group['service'] === service,
    );
    expect(amounts[body.bins.indexOf(accrued_at)]).toBe(amount);
  }
});

test('a range in the future has no bins', async () => {
  const series = await readSeries({ start_date: '2027-01-01', end_date: '2027-01-31' });
  expect(series).toMatchObject({ bins: [], group_count: 0, groups: [], total: { amount: '0.0' } });
});

test.each([
  [{ 'settings[aggregate_by]': 'usage' }, /aggregate_by/],
  [{ start_date: '2020-01-01', end_date: '2026-01-31', date_bin: 'hour' }, /10000 bins/],
  [{ start_date: '0001-01-01', end_date: '2026-01-31', date_bin: 'hour' }, /10000 bins/],
  [{ compare_start_date: '2026-01-01' }, /sent together/],
  [{ compare_start_date: '2026-01-02', compare_end_date: '2026-01-01' }, /must not be after/],
  [
    {
      compare_start_date: '2026-01-01',
      compare_end_date: '2026-01-02',
      compare_to: 'previous_year',
    },
    /cannot be combined/,
  ],
  [{ report_filter: "costs.provider = 'aws'" }, /requires cost_report_token/],
])('%j is refused', async (parameters, message) => {
  const { status, body } = await account.as.get(costsPath(parameters, '/v2/costs/series'));
  expect(status).toBe(400);
  expect(body.errors.join(' ')).toMatch(message);
});
