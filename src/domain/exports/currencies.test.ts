import { beforeEach, describe, expect, test } from 'vitest';
import { costsCsv, importCsv } from '../../../test/cost-fixtures.js';
import { exportedRows } from '../../../test/exporting.js';
import { type Account, newAccount } from '../../../test/harness.js';

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
const show = async (currency: string, exchange_rate_date: RateDay = 'daily_rate') => {
  const path = `/v2/workspaces/${account.workspace.token}`;
  expect((await account.as.put(path, { currency, exchange_rate_date })).status).toBe(200);
};

const filter = "costs.provider = 'custom_provider'";

/** The rows of an export, without the first column. */
const exported = async (start_date: string, end_date: string, more: object = {}) => {
  const asked = { filter, start_date, end_date, groupings: [], date_bin: 'month', ...more };
  return (await exportedRows(account, asked)).slice(1).map((row) => row.slice(1));
};

/** Amount and currency of each row, which an export and the API must tell alike. */
const shown = async (start_date: string, end_date: string) => {
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
    costs: answered,
  } = (await account.as.get(`/v2/costs?${query.toString()}`)).body;
  const amounts = (list: { amount: string; currency: string }[]) =>
    list.map(({ amount, currency }) => [amount, currency]);
  const rows = await exported(start_date, end_date);
  expect(amounts(answered)).toEqual(rows);
  expect(new Set(amounts([total_cost, ...unconverted_costs]).map(String))).toEqual(
    new Set(rows.map(String)),
  );
  return rows;
};
const march = ['2024-03-01', '2024-03-31'] as const;

test.each<[string, string, string, string, string]>([
  ['2024-03-05', '0.92', '0.93', '92.0', '93.0'],
  ['2024-03-10', '0.90', '0.95', '90.0', '95.0'],
])(
  '100 dollars of %s: the rate of the day, or of the last of the month',
  async (day, ...values) => {
    const [onDay, atEnd, daily, endOfPeriod] = values;
    await costs(cost(day, '100.00'));
    await rates(`USD,EUR,${onDay},${day}`, `USD,EUR,${atEnd},2024-03-31`);
    await show('EUR');
    expect(await shown(...march)).toEqual([[daily, 'EUR']]);
    await show('EUR', 'end_of_billing_period_rate');
    expect(await shown(...march)).toEqual([[endOfPeriod, 'EUR']]);
  },
);

test('in the running month the latest rate stands for the last day', async () => {
  await costs(cost('2026-03-05', '100'));
  await rates('USD,EUR,0.92,2026-03-05', 'USD,EUR,0.94,2026-03-08');
  await show('EUR', 'end_of_billing_period_rate');
  expect(await shown('2026-03-01', '2026-03-31')).toEqual([['94.0', 'EUR']]);
});

test('each day is converted by itself before anything is added', async () => {
  await costs(cost('2024-03-05', '100'), cost('2024-03-06', '10'), cost('2024-03-07', '1', 'EUR'));
  await rates('USD,EUR,0.5,2024-03-05', 'USD,EUR,2,2024-03-06');
  await show('EUR');
  expect(await shown(...march)).toEqual([['71.0', 'EUR']]);
});

test('a day before all rates takes the earliest', async () => {
  await costs(cost('2024-03-05', '100'));
  await rates('USD,EUR,0.5,2024-07-01', 'USD,EUR,0.6,2024-08-01');
  await show('EUR');
  expect(await shown(...march)).toEqual([['50.0', 'EUR']]);
});

test('pairs are tried direct, then inverse, then over the dollar', async () => {
  await costs(cost('2024-03-05', '10', 'GBP'));
  await rates('GBP,USD,1.25,2024-01-01', 'USD,EUR,0.8,2024-01-01');
  await show('EUR');
  expect(await shown(...march)).toEqual([['10.0', 'EUR']]);
  await rates('EUR,GBP,0.5,2024-01-01');
  expect(await shown(...march)).toEqual([['20.0', 'EUR']]);
  await rates('GBP,EUR,3,2024-01-01');
  expect(await shown(...march)).toEqual([['30.0', 'EUR']]);
});

test('with conversion off, costs are shown in dollars', async () => {
  await costs(cost('2024-03-05', '9.20', 'EUR'));
  await rates('USD,EUR,0.92,2024-03-05');
  const path = `/v2/workspaces/${account.workspace.token}`;
  await account.as.put(path, { enable_currency_conversion: false });
  expect(await shown(...march)).toEqual([['10.0', 'USD']]);
});

test('a share that never ends is rounded once, at the twelfth digit', async () => {
  await costs(cost('2024-03-05', '1', 'EUR'), cost('2024-03-06', '1', 'EUR'));
  await rates('USD,EUR,3,2024-01-01');
  expect(await shown(...march)).toEqual([['0.666666666667', 'USD']]);
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

  test('stays apart and is never added to another', async () => {
    await rates('USD,EUR,0.92,2024-03-05');
    await show('EUR');
    expect(await shown(...march)).toEqual([
      ['138.0', 'EUR'],
      ['14.0', 'JPY'],
    ]);
  });

  test('so that without any rates each stands alone', async () => {
    expect(await shown(...march)).toEqual([
      ['100.0', 'USD'],
      ['46.0', 'EUR'],
      ['14.0', 'JPY'],
    ]);
  });

  test('also in comparisons and under the names of FOCUS', async () => {
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
