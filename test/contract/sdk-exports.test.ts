import { APIV2Client } from '@vantage-sh/vantage-client';
import { Decimal } from '../../src/platform/lib/decimal.js';
import { beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../src/platform/lib/csv.js';
import { costsCsv, importCsv } from '../cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;
beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

/** Positive and negative amounts without an exact binary representation. */
const bill = Array.from({ length: 300 }, (_, index) => ({
  ChargePeriodStart: `2025-06-${String(1 + (index % 30)).padStart(2, '0')}`,
  ChargeCategory: 'Usage',
  BilledCost: new Decimal(index * index - 100)
    .div(7)
    .toDecimalPlaces(15 + (index % 4))
    .toFixed(),
  ServiceName: `Service ${index % 5}`,
}));

test('exports costs and downloads exactly the imported amounts', async () => {
  await importCsv(account, costsCsv(bill));
  const location = await client.costs.createExport({
    filter: "costs.provider = 'custom_provider'",
    start_date: '2025-06-01',
    end_date: '2025-06-30',
    groupings: ['service'],
    date_bin: 'day',
    schema: 'vntg',
    settings: { include_tax: true, aggregate_by: 'cost' },
  });
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2\/data_exports\/dta_xprt_[0-9a-f]{16}$/);
  const token = location.split('/').at(-1)!;

  const pending = await client.dataExports.get(token);
  expect(pending).toBe(202);
  await account.app.jobs.run('make-data-export', { token });
  const { status, manifest } = await client.dataExports.get(token);
  expect(status).toBe('completed');

  const response = await fetch(manifest.files[0]!);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, ...rows] = parseCsv(await response.text());
  expect(header).toEqual(['date', 'service', 'amount', 'currency']);
  expect(sum(rows.map((row) => row[2]!))).toBe(sum(bill.map((row) => row.BilledCost)));
});

const sum = (amounts: string[]) =>
  amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed();

test('uploads exchange rates as text and as a file', async () => {
  const header = 'base_currency_code,currency_code,rate,date\n';
  await client.exchangeRates.createViaCsv({ csv: `${header}USD,EUR,0.92,2024-03-05` });
  const file = new Blob([`${header}USD,EUR,0.93,2024-03-31`], { type: 'text/csv' });
  await client.exchangeRates.createViaCsv({ csv: file as unknown as string });
  const { exchange_rates } = await client.exchangeRates.list({ page: 1, limit: 10 });
  expect(exchange_rates.map((each) => each.rate)).toEqual(['0.93', '0.92']);
  const rejected = client.exchangeRates.createViaCsv({ csv: `${header}USD,USD,1,2024-03-05` });
  await expect(rejected).rejects.toMatchObject({
    status: 400,
    errors: ['Row 1: currency_code must differ from base_currency_code'],
  });
});
