import { beforeEach, describe, expect, test } from 'vitest';
import { costsCsv, importCsv } from '../../../../test/cost-fixtures.js';
import { exportedRows } from '../../../../test/cost-exports.js';
import { type Account, newAccount } from '../../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const cost = (day: string, amount: string, currency = 'USD') => ({
  ChargePeriodStart: day,
  ChargeCategory: 'Usage',
  BilledCost: amount,
  ServiceName: 'Compute',
  BillingCurrency: currency,
});
const costs = (...rows: ReturnType<typeof cost>[]) => importCsv(account, costsCsv(rows));

const rates = async (...lines: string[]) => {
  const form = new URLSearchParams({ csv: lines.join('\n') }).toString();
  const { status } = await account.as.send('POST', '/v2/exchange_rates/csv', form, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(status).toBe(201);
};

type RateDay = 'daily_rate' | 'end_of_billing_period_rate';
const setCurrency = async (currency: string, exchange_rate_date: RateDay = 'daily_rate') => {
  const path = `/v2/workspaces/${account.workspace.token}`;
  expect((await account.as.put(path, { currency, exchange_rate_date })).status).toBe(200);
};

const filter = "costs.provider = 'custom_provider'";

/** The rows of an export, without the first column. */
const exported = async (start_date: string, end_date: string, more: object = {}) => {
  const parameters = { filter, start_date, end_date, groupings: [], date_bin: 'month', ...more };
  return (await exportedRows(account, parameters)).slice(1).map((row) => row.slice(1));
};

/** Amount and currency of each row, which must be the same in an export and in the API. */
const amounts = async (start_date: string, end_date: string) => {
  const query = new URLSearchParams({
    filter,
    start_date,
    end_date,
    date_bin: 'month',
    groupings: 'service',
  });
  const {
    total_cost,
    unconverted_costs = [],
    costs: listed,
  } = (await account.as.get(`/v2/costs?${query.toString()}`)).body;
  const pairs = (list: { amount: string; currency: string }[]) =>
    list.map(({ amount, currency }) => [amount, currency]);
  const rows = await exported(start_date, end_date);
  expect(pairs(listed)).toEqual(rows);
  expect(new Set(pairs([total_cost, ...unconverted_costs]).map(String))).toEqual(
    new Set(rows.map(String)),
  );
  return rows;
};
const march = ['2024-03-01', '2024-03-31'] as const;

test.each<[string, string, string, string, string]>([
  ['2024-03-05', '0.92', '0.93', '92.0', '93.0'],
  ['2024-03-10', '0.90', '0.95', '90.0', '95.0'],
])('100 dollars of %s: the rate of the day, or of the end of the month', async (day, ...values) => {
  const [onDay, atEnd, daily, endOfPeriod] = values;
  await costs(cost(day, '100.00'));
  await rates(`USD,EUR,${onDay},${day}`, `USD,EUR,${atEnd},2024-03-31`);
  await setCurrency('EUR');
  expect(await amounts(...march)).toEqual([[daily, 'EUR']]);
  await setCurrency('EUR', 'end_of_billing_period_rate');
  expect(await amounts(...march)).toEqual([[endOfPeriod, 'EUR']]);
});

test('in the current month, the latest rate applies as that of the last day', async () => {
  await costs(cost('2026-03-05', '100'));
  await rates('USD,EUR,0.92,2026-03-05', 'USD,EUR,0.94,2026-03-08');
  await setCurrency('EUR', 'end_of_billing_period_rate');
  expect(await amounts('2026-03-01', '2026-03-31')).toEqual([['94.0', 'EUR']]);
});

test('each day is converted before days are summed', async () => {
  await costs(cost('2024-03-05', '100'), cost('2024-03-06', '10'), cost('2024-03-07', '1', 'EUR'));
  await rates('USD,EUR,0.5,2024-03-05', 'USD,EUR,2,2024-03-06');
  await setCurrency('EUR');
  expect(await amounts(...march)).toEqual([['71.0', 'EUR']]);
});

test('a day before all rates uses the earliest', async () => {
  await costs(cost('2024-03-05', '100'));
  await rates('USD,EUR,0.5,2024-07-01', 'USD,EUR,0.6,2024-08-01');
  await setCurrency('EUR');
  expect(await amounts(...march)).toEqual([['50.0', 'EUR']]);
});

test('direct rates come first, then inverse ones, then those over the dollar', async () => {
  await costs(cost('2024-03-05', '10', 'GBP'));
  await rates('GBP,USD,1.25,2024-01-01', 'USD,EUR,0.8,2024-01-01');
  await setCurrency('EUR');
  expect(await amounts(...march)).toEqual([['10.0', 'EUR']]);
  await rates('EUR,GBP,0.5,2024-01-01');
  expect(await amounts(...march)).toEqual([['20.0', 'EUR']]);
  await rates('GBP,EUR,3,2024-01-01');
  expect(await amounts(...march)).toEqual([['30.0', 'EUR']]);
});

test('with conversion off, costs are in dollars', async () => {
  await costs(cost('2024-03-05', '9.20', 'EUR'));
  await rates('USD,EUR,0.92,2024-03-05');
  const path = `/v2/workspaces/${account.workspace.token}`;
  await account.as.put(path, { enable_currency_conversion: false });
  expect(await amounts(...march)).toEqual([['10.0', 'USD']]);
});

test('a repeating decimal is rounded once, at the twelfth place', async () => {
  await costs(cost('2024-03-05', '1', 'EUR'), cost('2024-03-06', '1', 'EUR'));
  await rates('USD,EUR,3,2024-01-01');
  expect(await amounts(...march)).toEqual([['0.666666666667', 'USD']]);
});

describe('a currency without a rate', () => {
  beforeEach(async () => {
    await costs(
      cost('2024-03-05', '100'),
      cost('2024-03-05', '46', 'EUR'),
      cost('2024-03-06', '7', 'JPY'),
      cost('2024-03-07', '7', 'JPY'),
    );
  });

  test('has rows of its own and is never added to another', async () => {
    await rates('USD,EUR,0.92,2024-03-05');
    await setCurrency('EUR');
    expect(await amounts(...march)).toEqual([
      ['138.0', 'EUR'],
      ['14.0', 'JPY'],
    ]);
  });

  test('without any rates, every currency has its own rows', async () => {
    expect(await amounts(...march)).toEqual([
      ['100.0', 'USD'],
      ['46.0', 'EUR'],
      ['14.0', 'JPY'],
    ]);
  });

  test('in comparisons and in FOCUS exports too', async () => {
    await rates('EUR,USD,2,2024-03-05');
    const april = ['2024-04-01', '2024-04-30'] as const;
    expect(await exported(...april, { schema: 'comparison', groupings: ['service'] })).toEqual([
      ['0.0', '14.0', '-14.0', '-100.0', 'JPY'],
      ['0.0', '192.0', '-192.0', '-100.0', 'USD'],
    ]);
    const focus = await exported(...march, { schema: 'focus' });
    expect(focus.map((row) => row.slice(13, 16))).toEqual([
      ['192.0', '192.0', 'USD'],
      ['14.0', '14.0', 'JPY'],
    ]);
  });
});
