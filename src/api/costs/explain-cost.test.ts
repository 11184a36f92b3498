import { providerFormats } from '../../domain/intake/ingest/formats/index.js';
import { Decimal } from '../../platform/lib/decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  costRequests,
  costsPath,
  type CostParameters,
  everything,
} from '../../../test/cost-requests.js';
import { awsBill, workedMonth } from '../../../test/aws-bill.js';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { readCosts } = costRequests(() => account);
const explain = (query: CostParameters) => account.as.get(costsPath(query, '/v2/costs/explain'));

beforeAll(async () => {
  account = await newAccount();
  await importCharges(account, [
    {
      day: '2026-02-02',
      cost: '1.000000000000000001',
      service: 'EC2',
      region: 'eu',
      resource: 'i-1',
      usage: '3',
      unit: 'Hrs',
      tags: { team: 'web', env: '' },
    },
    { day: '2026-02-03T07:10:00Z', cost: '2', effective: '1.5', service: 'EC2', resource: 'i-2' },
    { day: '2026-02-04', cost: '4', service: 'S3', provider: 'Google Cloud', tags: { team: 'ml' } },
    { day: '2026-02-05', cost: '-1', service: 'S3', category: 'Credit' },
    { day: '2026-02-05', cost: '8', service: 'S3', provider: 'Microsoft', currency: 'EUR' },
    { day: '2026-02-06', cost: '3', service: 'S3', provider: 'Microsoft', currency: 'JPY' },
  ]);
  await importCsv(
    account,
    `ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName
2026-01-31T00:00:00Z,2026-02-03T00:00:00Z,Fee,10,Rack
2026-02-05,,Tax,0.07,Rack`,
  );
  await account.app.services.db
    .insertInto('exchange_rates')
    .values({
      account_token: account.account.token,
      base_currency_code: 'USD',
      currency_code: 'EUR',
      effective_date: '2026-01-01',
      rate: '0.7',
      updated_at: new Date(),
    })
    .execute();
});

const range = { start_date: '2026-01-15', end_date: '2026-02-28' };

/** The parameters by which a client requests the explanation of a row. */
function figureOf(cost: Record<string, unknown>, groupings: string): CostParameters {
  const tags = cost['tags'] as string[] | undefined;
  const usage = cost['usage'] as { unit: string } | undefined;
  const value = (name: string) => {
    if (!name.startsWith('tag:')) return cost[name];
    const key = `${name.slice(4)}:`;
    return tags?.find((tag) => tag.startsWith(key))?.slice(key.length) ?? null;
  };
  const names = groupings.split(',').filter((name) => name !== 'usage_unit');
  const group = {
    ...Object.fromEntries(names.map((name) => [name, value(name)])),
    ...(usage ? { usage_unit: usage.unit === '' ? null : usage.unit } : {}),
  };
  return {
    accrued_at: String(cost['accrued_at']),
    currency: String(cost['currency']),
    group: JSON.stringify(group),
  };
}

describe('every figure equals the sum of its lines', () => {
  const shares =
    "(costs.provider = 'aws' AND costs.allocation = 0.333333) OR costs.provider = 'azure' OR costs.provider = 'gcp'";

  test.each<[string, CostParameters]>([
    ['provider,service,account_id', {}],
    ['service', { date_bin: 'month' }],
    ['service,tag:team,tag:env', { date_bin: 'quarter' }],
    ['provider', { date_bin: 'week', 'settings[amortize]': false }],
    ['resource_id', { date_bin: 'month' }],
    ['region,tagged', { date_bin: 'hour' }],
    ['charge_type', { 'settings[include_credits]': true }],
    ['cost_category,cost_subcategory,billing_account_id', { date_bin: 'month' }],
    ['usage_unit', { date_bin: 'month' }],
    ['service', { 'settings[aggregate_by]': 'usage' }],
    ['provider', { date_bin: 'month', filter: shares }],
  ])('by %s with %j', async (groupings, more) => {
    const query = { ...range, groupings, ...more };
    const { costs } = await readCosts(query);
    expect(costs.length).toBeGreaterThan(0);
    for (const cost of costs) {
      const { status, body } = await explain({ ...query, ...figureOf(cost, groupings) });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.cost).toEqual({ ...cost, ...('resource_id' in cost && { resource_name: null }) });
      expect(body.lines_amount).toBe(cost.amount);
      expect(body.lines).toHaveLength(body.lines_count);
      const sum = body.lines.reduce(
        (all: Decimal, line: { counted_amount: string }) => all.plus(line.counted_amount),
        new Decimal(0),
      );
      const places = body.exchange_rates.length > 0 ? 12 : 18;
      expect(sum.toDecimalPlaces(places).eq(cost.amount)).toBe(true);
    }
  });
});

test('a charge type of the amortized view is explained by the lines that have it there', async () => {
  const aws = await newAccount();
  await importCsv(aws, awsBill(workedMonth()), { formats: providerFormats });
  const query = {
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    date_bin: 'month',
    groupings: 'charge_type',
  };
  const explained = async (type: string, view: CostParameters = {}) => {
    const figure = { accrued_at: '2026-01-01', group: JSON.stringify({ charge_type: type }) };
    const { body } = await aws.as.get(
      costsPath({ ...query, ...view, ...figure }, '/v2/costs/explain'),
    );
    return [body.lines_amount, body.lines_count];
  };
  // The plan's 657.00 and the reservation's 131.40, each on one line.
  expect(await explained('AllocatedAmortizedFee')).toEqual(['788.4', 2]);
  expect(await explained('SavingsPlanCoveredUsage', { 'settings[amortize]': false })).toEqual([
    '900.0',
    1,
  ]);
});

test('a line has its source, share, exchange rate and matching filter alternative', async () => {
  const filter = "costs.provider = 'gcp' OR (costs.provider = 'azure' AND costs.service = 'S3')";
  const figure = { accrued_at: '2026-02-01', group: '{"service":"S3"}' };
  const query = { ...range, filter, groupings: 'service', date_bin: 'month', ...figure };
  const { body } = await explain(query);
  expect(body).toMatchObject({
    cost: { accrued_at: '2026-02-01', amount: '15.428571428571', currency: 'USD', service: 'S3' },
    lines_amount: '15.428571428571',
    filters: [
      {
        text: filter,
        branches: [
          "(costs.provider = 'gcp')",
          "(costs.provider = 'azure' AND costs.service = 'S3')",
        ],
      },
    ],
    loads: [{ format: 'focus', imported_at: '2026-03-10T09:00:00Z', lines_count: 2 }],
    exchange_rates: [{ base_currency_code: 'EUR', currency_code: 'USD', date: '2026-02-05' }],
    lines: [
      {
        provider: 'gcp',
        source_row: 3,
        amount: '4.0',
        rate: null,
        branches: ["(costs.provider = 'gcp')"],
      },
      { provider: 'azure', source_row: 5, amount: '8.0', currency: 'EUR', share: '1.0' },
    ],
  });
  expect(body.exchange_rates[0].rate).toBe('1.428571428571428571428571428571');
  expect(body.lines[1].rate).toBe(body.exchange_rates[0].rate);
  expect(body.loads[0].load_id).toBe(body.lines[0].load_id);
});

test('without a group, the total over all groups is explained', async () => {
  const query = { ...range, groupings: 'service', date_bin: 'month' };
  const { body } = await explain({ ...query, accrued_at: '2026-02-01' });
  const { costs } = await readCosts(query);
  const ofMonth: { amount: string }[] = costs.filter(
    (cost: { accrued_at: string; currency: string }) =>
      cost.accrued_at === '2026-02-01' && cost.currency === 'USD',
  );
  const sum = ofMonth.reduce((all, { amount }) => all.plus(amount), new Decimal(0));
  expect(ofMonth.length).toBeGreaterThan(1);
  // Costs of another currency are rounded in every figure.
  expect(sum.minus(body.cost.amount).abs().lt('1e-11')).toBe(true);
  expect(body.lines_amount).toBe(body.cost.amount);
  expect(body.cost).toEqual({
    accrued_at: '2026-02-01',
    amount: body.cost.amount,
    currency: 'USD',
  });
});

test('without a bin, all days are explained together, the largest amount first', async () => {
  const query = { ...range, groupings: 'service' };
  const { total_cost: total } = await readCosts(query);
  const { body } = await explain(query);
  expect(body.cost).toEqual({ accrued_at: '2026-01-15', amount: total.amount, currency: 'USD' });
  expect(body.lines_amount).toBe(total.amount);
  const sizes = body.lines.map((line: { counted_amount: string }) =>
    Math.abs(Number(line.counted_amount)),
  );
  // 8 EUR are more than 10 USD.
  expect(body.lines[0]).toMatchObject({ currency: 'EUR', amount: '8.0' });
  expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));

  const ofGroup = await explain({ ...query, group: '{"service":"EC2"}', date_bin: 'hour' });
  expect(ofGroup.body).toMatchObject({ lines_amount: '2.500000000000000001', lines_count: 2 });
});

test('lines are paginated', async () => {
  const figure = { accrued_at: '2026-01-01', group: '{"charge_type":"Usage"}' };
  const query = { ...range, date_bin: 'quarter', ...figure };
  const page = (number: number) =>
    explain({ ...query, groupings: 'charge_type', limit: 2, page: number });
  const [one, two] = await Promise.all([page(1), page(2)]);
  const rows = [one, two].flatMap(({ body }) =>
    body.lines.map((line: { source_row: number }) => line.source_row),
  );
  expect(rows).toEqual([1, 2, 3, 5]);
  expect(one.body.lines_count).toBe(4);
  expect(new URL(one.body.links.next).searchParams.get('page')).toBe('2');
  expect(two.body.links.next).toBeNull();
});

test.each<[CostParameters, number, string]>([
  [{ accrued_at: '2026-02-02', group: '{}' }, 400, 'group has no value for provider'],
  [{ accrued_at: '2026-02-02', group: '[1]' }, 400, 'group is not a JSON object of strings'],
  [{ accrued_at: '2026-02-02', group: '{' }, 400, 'group is not a JSON object of strings'],
  [{ accrued_at: 'x', group: '{"provider":"aws"}' }, 400, 'accrued_at is invalid'],
  [
    { accrued_at: '2026-02-02', group: '{"provider":true}' },
    400,
    'group has no valid value for provider',
  ],
  [
    { accrued_at: '2026-02-02', group: '{"provider":"aws"}', date_bin: 'month' },
    400,
    'accrued_at is not the start of a month',
  ],
  [{ accrued_at: '2026-02-20', group: '{"provider":"aws"}' }, 404, 'Cost not found'],
])('%j returns %i', async (query, status, message) => {
  const response = await explain({ ...range, groupings: 'provider', ...query });
  expect(response).toMatchObject({ status, body: { errors: [message] } });
});

test('users of other accounts see no lines', async () => {
  const other = await newAccount();
  const query = {
    ...range,
    groupings: 'provider',
    accrued_at: '2026-02-02',
    group: '{"provider":"aws"}',
  };
  const path = costsPath({ ...query, filter: everything }, '/v2/costs/explain');
  expect((await other.as.get(path)).status).toBe(404);
});
