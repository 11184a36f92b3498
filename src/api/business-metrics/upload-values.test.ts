import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount, testApp } from '../../../test/harness.js';

let account: Account;
let path: string;
beforeEach(async () => {
  account = await newAccount();
  const { token } = (await account.as.post('/v2/business_metrics', { title: 'Orders' })).body;
  path = `/v2/business_metrics/${token}`;
});

const csv = 'date,amount,label\n2024-01-01,1.5,"a, b"\n2024-01-02,2,\n';
const multipart = (parts: Record<string, string>, disposition = '') =>
  `${Object.entries(parts)
    .map(
      ([name, text]) =>
        `--XX\r\nContent-Disposition: form-data; name="${name}"${name === 'csv' ? disposition : ''}\r\n\r\n${text}\r\n`,
    )
    .join('')}--XX--\r\n`;

const put = (body: string | Buffer, type: string, more: Record<string, string> = {}) =>
  account.as.send('PUT', `${path}/values.csv`, body, { 'content-type': type, ...more });
const upload = (text: string | Buffer) =>
  put(
    Buffer.concat([
      Buffer.from('--XX\r\nContent-Disposition: form-data; name="csv"; filename="v.csv"\r\n\r\n'),
      Buffer.from(text),
      Buffer.from('\r\n--XX--\r\n'),
    ]),
    'multipart/form-data; boundary=XX',
  );
const values = async (kind = 'values') => (await account.as.get(`${path}/${kind}`)).body.values;

const stored = [
  { date: '2024-01-02T00:00:00Z', amount: '2.0' },
  { date: '2024-01-01T00:00:00Z', amount: '1.5', label: 'a, b' },
];

describe('encodings of the published clients', () => {
  test.each<[string, string, string]>([
    ['a file', multipart({ csv }, '; filename="v.csv"'), 'multipart/form-data; boundary=XX'],
    ['a header without boundary and a plain field', multipart({ csv }), 'multipart/form-data'],
    [
      'multipart declared as urlencoded',
      multipart({ csv }, '; filename="v.csv"'),
      'application/x-www-form-urlencoded; boundary=XX',
    ],
    ['urlencoded', new URLSearchParams({ csv }).toString(), 'application/x-www-form-urlencoded'],
  ])('%s', async (_name, body, type) => {
    const answer = await put(body, type);
    expect(answer.body.errors).toBeUndefined();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      title: 'Orders',
      import_type: 'csv',
      integration_token: '',
    });
    expect(await values()).toEqual(stored);
    const forecast = type.startsWith('multipart')
      ? multipart({ csv, forecasted: 'true' })
      : `forecasted=1&${new URLSearchParams({ csv }).toString()}`;
    const isForm = forecast.startsWith('--');
    await put(forecast, isForm ? 'multipart/form-data' : 'application/x-www-form-urlencoded');
    expect(await values('forecasted_values')).toEqual(stored);
  });

  test('other bodies are rejected', async () => {
    expect((await put(multipart({ forecasted: 'true' }), 'multipart/form-data')).status).toBe(400);
    expect((await put('forecasted=true', 'application/x-www-form-urlencoded')).status).toBe(400);
    expect((await put('', 'application/x-www-form-urlencoded')).body).toEqual({
      errors: ['csv is missing'],
    });
    expect((await put('csv', 'multipart/form-data')).status).toBe(400);
    expect((await put(csv, 'text/csv')).status).toBe(415);
    const flag = multipart({ csv, forecasted: 'perhaps' });
    expect((await put(flag, 'multipart/form-data')).status).toBe(400);
  });
});

test('accepts columns in any order and case, other columns, any line ending and a byte order mark', async () => {
  const text =
    '\uFEFFNote,AMOUNT,Date\r\n"x\r\ny",1e3,2024-01-01T05:00:00+05:00\r\n,-.5,2024-01-03\r\n';
  expect((await upload(text)).status).toBe(200);
  expect(await values()).toEqual([
    { date: '2024-01-03T00:00:00Z', amount: '-0.5' },
    { date: '2024-01-01T00:00:00Z', amount: '1000.0' },
  ]);
});

test('rows replace values, and an empty amount deletes a value', async () => {
  await upload('date,amount,label\n2024-01-01,1,a\n2024-01-02,2,a\n2024-01-03,3,');
  await upload('date,amount,label\n2024-01-01,,a\n2024-01-02,5,a\n2024-01-09,,zzz');
  expect(await values()).toEqual([
    { date: '2024-01-03T00:00:00Z', amount: '3.0' },
    { date: '2024-01-02T00:00:00Z', amount: '5.0', label: 'a' },
  ]);
});

test.each<[string, string | Buffer, string[]]>([
  [
    'a file with invalid lines',
    'date,amount\n2024-01-01,1\n2024-01-02,many\n\n2024-02-30,1\n',
    ['Line 3: amount must be a number', 'Line 5: date must be a date (YYYY-MM-DD)'],
  ],
  [
    'a duplicate date and label',
    'date,amount,label\n2024-01-01,1,a\n2024-01-01,1,b\n2024-01-01T00:00:00Z,,a\n',
    ['Line 4: has the date and label of an earlier line'],
  ],
  ['a file without a header', '2024-01-01,1\n', ['Required column missing: date, amount']],
  ['an empty file', '', ['The file has no header; the columns date and amount are required']],
  [
    'an unclosed quote',
    'date,amount\n"2024-01-01,1\n',
    ['The quotes in line 2 do not match; send a CSV file'],
  ],
  ['a binary file', Buffer.from([0x64, 0xff, 0xfe, 0x0a]), ['The file is not UTF-8 text']],
  [
    'a label that is too long',
    `date,amount,label\n2024-01-01,1,${'x'.repeat(501)}\n`,
    ['Line 2: label must be text of at most 500 characters'],
  ],
])('%s is rejected, and nothing is stored', async (_name, text, errors) => {
  await upload('date,amount\n2023-01-01,1\n');
  const answer = await upload(text);
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ errors });
  expect(await values()).toHaveLength(1);
});

/** Days with many labels, for more than one batch. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 100))).toISOString().slice(0, 10);
    return `${day},${index}.25,label-${index % 100}`;
  });

test('values of many batches are stored completely and listed page by page', async () => {
  const count = 12_345;
  expect((await upload(['date,amount,label', ...lines(count)].join('\n'))).status).toBe(200);
  const read: string[] = [];
  let next: string | null = `${path}/values?limit=5000`;
  while (next) {
    const { body } = await account.as.get(next);
    read.push(...body.values.map((each: { amount: string }) => each.amount));
    next = body.links.next && new URL(body.links.next).pathname + new URL(body.links.next).search;
  }
  expect(read).toHaveLength(count);
  expect(new Set(read).size).toBe(count);
});

test('an error after many batches, or a duplicate across them, rolls back everything', async () => {
  const many = lines(11_000);
  const invalid = await upload(['date,amount,label', ...many, 'never,1,x'].join('\n'));
  expect(invalid.body.errors).toEqual(['Line 11002: date must be a date (YYYY-MM-DD)']);
  const duplicated = await upload(['date,amount,label', ...many, many[0], many[7]].join('\n'));
  expect(duplicated.body.errors).toEqual([
    'Line 11002: has the date and label of an earlier line',
    'Line 11003: has the date and label of an earlier line',
  ]);
  const deleted = await upload(
    ['date,amount,label', '2019-01-01,,gone', ...many, '2019-01-01,1,gone'].join('\n'),
  );
  expect(deleted.body.errors).toEqual(['Line 11003: has the date and label of an earlier line']);
  expect(await values()).toEqual([]);
});

test('a body over the size limit is rejected', async () => {
  const { services } = await testApp();
  const body = `csv=${'x'.repeat(services.config.maxCsvBytes)}`;
  const answer = await put(body, 'application/x-www-form-urlencoded');
  expect(answer.status).toBe(413);
});

test('metrics that are pulled from an integration reject uploads', async () => {
  await account.app.services.db
    .updateTable('business_metrics')
    .set({ import_type: 'datadog_metrics', source: JSON.stringify({ query: 'q' }) })
    .where('account_token', '=', account.account.token)
    .execute();
  const answer = await upload(csv);
  expect(answer.status).toBe(422);
  expect(await values()).toEqual([]);
});
