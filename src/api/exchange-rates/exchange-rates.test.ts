import { beforeEach, expect, test } from 'vitest';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const header = 'base_currency_code,currency_code,rate,date\n';
type Caller = ReturnType<typeof clientFor>;

const upload = (csv: string, as: Caller = account.as) =>
  as.send('POST', '/v2/exchange_rates/csv', new URLSearchParams({ csv }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });

const list = async (query = '') => (await account.as.get(`/v2/exchange_rates${query}`)).body;

const multipart = (head: string, csv: string) =>
  `--cut\r\nContent-Disposition: form-data; name="csv"${head}\r\n\r\n${csv}\r\n--cut--\r\n`;
const filePart = '; filename="rates.csv"\r\nContent-Type: text/csv';

test.each([
  ['multipart with a file', 'multipart/form-data; boundary=cut', filePart],
  ['multipart without a boundary in its header', 'multipart/form-data', ''],
  ['multipart declared as urlencoded', 'application/x-www-form-urlencoded; boundary=cut', filePart],
])('accepts %s', async (_name, type, head) => {
  const body = multipart(head, `${header}USD,EUR,0.92,2024-03-10\n`);
  const answer = await account.as.send('POST', '/v2/exchange_rates/csv', body, {
    'content-type': type,
  });
  expect(answer).toMatchObject({ status: 201, body: {} });
  expect((await list()).exchange_rates).toHaveLength(1);
});

test('accepts a urlencoded form; rates are returned as strings, newest first', async () => {
  const csv = `${header}usd,eur,0.90,2024-03-10\nGBP,USD,1.25,2024-03-10\nUSD,EUR,0.95,2024-03-31\nUSD,CAD,2,2024-03-31\n`;
  expect((await upload(csv)).status).toBe(201);
  const { exchange_rates } = await list();
  const updated_at = '2026-03-10T09:00:00Z';
  const rate = (base: string, currency: string, value: string, effective_date: string) => ({
    base_currency_code: base,
    currency_code: currency,
    rate: value,
    effective_date,
    updated_at,
  });
  expect(exchange_rates).toEqual([
    rate('USD', 'CAD', '2.0', '2024-03-31'),
    rate('USD', 'EUR', '0.95', '2024-03-31'),
    rate('GBP', 'USD', '1.25', '2024-03-10'),
    rate('USD', 'EUR', '0.9', '2024-03-10'),
  ]);
});

test.each([
  ['any order and case', 'Date, RATE ,Currency_Code,base_currency_code\n2024-01-02,1.5,EUR,USD'],
  ['no header', 'USD,EUR,1.5,2024-01-02'],
  [
    'further columns and a byte order mark',
    '\uFEFFnote,base_currency_code,currency_code,rate,date\n"a, b",USD,EUR,1.5,2024-01-02\r\n',
  ],
])('reads columns with %s', async (_name, csv) => {
  expect((await upload(csv)).status).toBe(201);
  expect((await list()).exchange_rates).toMatchObject([
    { base_currency_code: 'USD', currency_code: 'EUR', rate: '1.5', effective_date: '2024-01-02' },
  ]);
});

test('a rate for the same currencies and day is replaced; in a file the last row wins', async () => {
  await upload('USD,EUR,0.9,2024-01-02');
  await upload('USD,EUR,0.8,2024-01-02\nUSD,EUR,0.7,2024-01-02');
  expect((await list()).exchange_rates).toMatchObject([{ rate: '0.7' }]);
});

test('rounds rates to 18 decimal places', async () => {
  await upload('USD,EUR,0.1234567890123456785,2024-01-02');
  expect((await list()).exchange_rates[0].rate).toBe('0.123456789012345678');
});

test('any invalid row rejects the file with all errors, and nothing is stored', async () => {
  const rows = [
    'USD,EUR,0.9,2024-01-02',
    'XXX,EUR,0.9,2024-01-02',
    'USD,USD,0,2024-02-30',
    'USD,EUR,1e3,2024-01-02T00:00:00Z',
    'USD',
  ];
  const answer = await upload(header + rows.join('\n'));
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    'Row 2: base_currency_code is not supported',
    'Row 3: currency_code must differ from base_currency_code',
    'Row 3: rate must be a number above 0',
    'Row 3: date must be a valid date (YYYY-MM-DD)',
    'Row 4: rate must be a number above 0',
    'Row 4: date must be a valid date (YYYY-MM-DD)',
    'Row 5: currency_code is not supported',
    'Row 5: rate must be a number above 0',
    'Row 5: date must be a valid date (YYYY-MM-DD)',
  ]);
  expect((await list()).exchange_rates).toEqual([]);
});

test('only the first of many errors are returned', async () => {
  const { errors } = (await upload(header + 'USD,EUR,x,2024-01-02\n'.repeat(40))).body;
  expect(errors).toHaveLength(26);
  expect(errors.at(-1)).toBe('and 15 more errors');
});

test.each([
  ['an empty file', '', 'The file has no rates'],
  ['a header alone', header, 'The file has no rates'],
  [
    'a file without a column',
    'base_currency_code,currency_code,rate\nUSD,EUR,1',
    'Required column missing: date',
  ],
  ['a broken file', 'USD,"EUR,1,2024-01-02', 'The quotes in line 1 do not match; send a CSV file'],
  [
    'a file with too many rows',
    'USD,EUR,1,2024-01-02\n'.repeat(100_001),
    'The file has 100001 rows; at most 100000 are allowed per file',
  ],
])('%s is rejected with 400', async (_name, csv, message) => {
  const answer = await upload(csv);
  expect(answer).toMatchObject({ status: 400, body: { errors: [message] } });
});

test('a form without a file and a binary file are rejected', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const missing = await account.as.send('POST', '/v2/exchange_rates/csv', 'other=1', type);
  expect(missing).toMatchObject({ status: 400, body: { errors: ['csv is missing'] } });
  const raw = Buffer.from(multipart(filePart, 'USD,EUR,1,2024-01-02\u00ff'), 'latin1');
  const binary = await account.as.send('POST', '/v2/exchange_rates/csv', raw, {
    'content-type': 'multipart/form-data; boundary=cut',
  });
  expect(binary).toMatchObject({ status: 400, body: { errors: ['The file is not UTF-8 text'] } });
});

test('all users of the account read rates; owners and integration owners upload them', async () => {
  const integrationOwner = await account.newUser('integration_owner');
  const editor = await account.newUser('editor');
  expect((await upload('USD,EUR,1,2024-01-02', integrationOwner.as)).status).toBe(201);
  expect((await upload('USD,EUR,2,2024-01-02', editor.as)).status).toBe(403);
  expect((await editor.as.get('/v2/exchange_rates')).body.exchange_rates).toHaveLength(1);
  const other = await newAccount();
  expect((await other.as.get('/v2/exchange_rates')).body.exchange_rates).toEqual([]);
});

test('pages have links and meta', async () => {
  await upload('USD,EUR,1,2024-01-01\nUSD,EUR,1,2024-01-02\nUSD,EUR,1,2024-01-03');
  const { links, meta, exchange_rates } = await list('?limit=1&page=2');
  expect(exchange_rates).toMatchObject([{ effective_date: '2024-01-02' }]);
  expect(links.next).toMatch(/\/v2\/exchange_rates\?limit=1&page=3$/);
  expect(meta).toEqual({
    current_page: 2,
    next_page: 3,
    prev_page: 1,
    total_pages: 3,
    total_count: 3,
  });
  expect((await list('?page=5&limit=2')).meta).toMatchObject({ next_page: null, prev_page: 2 });
});

test('an upload is audited once if it changes anything', async () => {
  await upload('USD,EUR,1,2024-01-01\nUSD,CAD,1,2024-01-01');
  await upload('USD,EUR,2,2024-01-01\nUSD,CAD,1,2024-01-01');
  await upload('USD,EUR,2.0,2024-01-01');
  const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
  expect(audit_logs).toMatchObject([
    {
      object_type: 'Exchange Rates',
      event: 'record_updated',
      workspace_token: null,
      object_changes: { rates_written: [null, 1] },
      unchanged_values: { rates_count: 2 },
    },
    { object_changes: { rates_count: [0, 2], rates_written: [null, 2] } },
  ]);
});
