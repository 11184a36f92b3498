import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { readBilledCosts } from '../../../test/billed-costs.js';
import { type Account, newAccount } from '../../../test/harness.js';

const header =
  'BilledCost,BillingCurrency,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ResourceId,ServiceName';
const row = (cost: string, day = '2024-01-01') => `${cost},USD,${day},${day},Usage,r,Storage`;
const csvOf = (...costs: string[]) => [header, ...costs.map((cost) => row(cost))].join('\n');

let account: Account;
let path: string;
let integration: string;

beforeEach(async () => {
  account = await newAccount();
  integration = (await account.as.post('/v2/integrations/custom_provider', { name: 'Own' })).body
    .token;
  path = `/v2/integrations/${integration}`;
  await account.as.put(path, { workspace_tokens: [account.workspace.token] });
});

/** A multipart form; a file without a name is a plain field. */
function form(csv: string | Buffer, name?: string, fields: Record<string, string> = {}): Buffer {
  const part = name === undefined ? '' : `; filename="${name}"\r\nContent-Type: text/csv`;
  return Buffer.concat([
    Buffer.from(`--X\r\nContent-Disposition: form-data; name="csv"${part}\r\n\r\n`),
    Buffer.from(csv),
    ...Object.entries(fields).map(([key, value]) =>
      Buffer.from(`\r\n--X\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}`),
    ),
    Buffer.from('\r\n--X--\r\n'),
  ]);
}

const upload = (
  csv: string | Buffer,
  name?: string,
  fields?: Record<string, string>,
  as = account.as,
) =>
  as.send('POST', `${path}/costs.csv`, form(csv, name, fields), {
    'content-type': 'multipart/form-data; boundary=X',
  });

const uploads = async () => (await account.as.get(`${path}/costs`)).body.user_costs_uploads;
const status = async () => (await account.as.get(path)).body.status;
const costs = async () => (await readBilledCosts(account, account.workspace.token))[''] ?? '0';

describe('an upload', () => {
  test('is complete when the response arrives', async () => {
    const month = '2024-01-01T00:00:00Z,2024-01-31T23:59:59Z,Usage,my-resource,MyService';
    const response = await upload(
      `${header}\n10.00,USD,${month}\n20.00,USD,${month}\n`,
      'january.csv',
    );
    expect(response).toMatchObject({ status: 201 });
    expect(response.body).toEqual({
      token: expect.stringMatching(/^usr_csts_upld_[0-9a-f]{16}$/),
      filename: 'january.csv',
      amount: '30.0',
      start_date: '2024-01-01',
      end_date: '2024-01-31',
      import_status: 'complete',
      created_by_token: account.owner.token,
      created_at: '2026-03-10T09:00:00Z',
    });
    expect(await uploads()).toEqual([response.body]);
    expect(await readBilledCosts(account, account.workspace.token, 'provider')).toEqual({
      custom_provider: '30',
    });
    for (const provider of ['custom_provider', `custom_provider:${integration}`]) {
      const query = new URLSearchParams({
        filter: `costs.provider = '${provider}'`,
        workspace_token: account.workspace.token,
        start_date: '2024-01-01',
        end_date: '2024-01-31',
      });
      const found = (await account.as.get(`/v2/costs?${query.toString()}`)).body;
      expect(found.total_cost).toMatchObject({ amount: '30.0' });
    }
    const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
    expect(audit_logs[0]).toMatchObject({
      object_type: 'Costs Upload',
      event: 'record_created',
      object_title: 'january.csv',
    });
  });

  test('sums amounts exactly, regardless of currency', async () => {
    const csv = [
      header,
      row('0.1'),
      row('0.2'),
      row('1000000000000.000000000001').replace('USD', 'EUR'),
    ];
    const { body } = await upload(csv.join('\n'), 'mixed.csv');
    expect(body.amount).toBe('1000000000000.300000000001');
  });

  test('with the same name replaces the earlier one under a new token', async () => {
    const first = (await upload(csvOf('1', '2'), 'bill.csv')).body;
    await upload(csvOf('40'), 'other.csv');
    const second = (await upload(csvOf('5'), 'bill.csv')).body;
    expect(second.token).not.toBe(first.token);
    expect((await uploads()).map((each: { token: string }) => each.token)).toEqual([
      second.token,
      expect.any(String),
    ]);
    expect(await costs()).toBe('45');
    expect((await account.as.delete(`${path}/costs/${first.token}`)).status).toBe(404);
    expect(await costs()).toBe('45');
    const again = (await upload(csvOf('5'), 'bill.csv')).body;
    expect(again.token).not.toBe(second.token);
    expect(await costs()).toBe('45');
  });

  test('without a name, or named blob, replaces nothing', async () => {
    const [one, two] = [await upload(csvOf('1')), await upload(csvOf('1'))];
    expect([one.body.filename, two.body.filename]).toEqual(['costs.csv', 'costs.csv']);
    const [three, four] = [await upload(csvOf('1'), 'blob'), await upload(csvOf('1'), 'blob')];
    expect([three.body.filename, four.body.filename]).toEqual(['blob', 'blob']);
    expect(await uploads()).toHaveLength(4);
    expect(await costs()).toBe('4');
  });

  test('is deleted with exactly its costs, which are superseded', async () => {
    const one = (await upload(csvOf('1'), 'one.csv')).body;
    await upload(csvOf('2'), 'two.csv');
    expect((await account.as.delete(`${path}/costs/${one.token}`)).status).toBe(204);
    expect(await costs()).toBe('2');
    expect((await account.as.delete(`${path}/costs/${one.token}`)).status).toBe(404);
    const loads = await account.app.services.db
      .selectFrom('loads')
      .select(['status'])
      .where('integration_token', '=', integration)
      .orderBy('load_id')
      .execute();
    expect(loads.map((load) => load.status)).toEqual(['superseded', 'active']);
  });

  test('with other column names is converted on request', async () => {
    const csv =
      'Date,Service,Cost,tag:team\n01/15/2024,Support,12.5,core\n01/16/2024,Support,-2.5,\n';
    expect((await upload(csv, 'odd.csv')).status).toBe(422);
    const { body } = await upload(csv, 'odd.csv', { auto_transform: 'true' });
    expect(body).toMatchObject({
      amount: '10.0',
      start_date: '2024-01-15',
      end_date: '2024-01-16',
    });
    expect(await readBilledCosts(account, account.workspace.token, "tags['team']")).toEqual({
      '': '-2.5',
      core: '12.5',
    });
    const missing = await upload('Date,Cost\n2024-01-01,1\n', 'odd.csv', {
      auto_transform: 'true',
    });
    expect(missing.body.errors).toEqual(['Required column missing: ServiceName']);
  });
});

test('the export of a provider is converted to costs of the custom provider on request', async () => {
  const csv = [
    'identity/LineItemId,identity/TimeInterval,bill/PayerAccountId,lineItem/LineItemType,lineItem/UnblendedCost,lineItem/UsageStartDate,lineItem/ProductCode',
    'a,2024-01-31,123456789012,Usage,1.25,2024-01-31T00:00:00Z,AmazonS3',
    'b,2024-02-01,123456789012,Usage,2,2024-02-01T00:00:00Z,AmazonS3',
  ].join('\n');
  const { body } = await upload(csv, 'cur.csv', { auto_transform: '1' });
  expect(body).toMatchObject({ amount: '3.25', start_date: '2024-01-31', end_date: '2024-02-01' });
  expect(await readBilledCosts(account, account.workspace.token, 'provider')).toEqual({
    custom_provider: '3.25',
  });
  const { body: plain } = await upload(csvOf('1'), 'cur.csv');
  expect((await uploads()).map((each: { token: string }) => each.token)).toEqual([plain.token]);
  expect(await costs()).toBe('1');
});

describe('a rejected upload changes nothing', () => {
  const notCsv = 'bill.csv is not a CSV file; upload the text of the CSV file itself.';
  const many = (rows: number) => [header, ...Array<string>(rows).fill(row('1'))].join('\n');

  test.each([
    ['bad rows', csvOf('1', 'x'), 422, ['Row 2: BilledCost must be a valid number']],
    [
      'missing columns',
      'BilledCost,ServiceName\n1,A\n',
      422,
      ['Required column missing: ChargePeriodStart', 'Required column missing: ChargeCategory'],
    ],
    ['a header alone', `${header}\n`, 422, ['The file has a header but no rows.']],
    ['an empty file', '', 422, ['bill.csv is empty; download or export it again.']],
    ['too many rows', many(10_001), 422, ['The file has 10001 rows; at most 10000 are allowed.']],
    [
      'too many bytes',
      'x'.repeat(2_097_153),
      422,
      ['The file has 2097153 bytes; at most 2097152 are allowed'],
    ],
    ['a file that is not CSV', '{"a": 1}', 422, [notCsv]],
    ['compressed content', gzipSync(csvOf('1')), 422, [notCsv]],
    ['a PDF', '%PDF-1.7', 422, ['bill.csv is a PDF; export the bill as CSV or Parquet.']],
  ])('%s', async (_name, csv, expectedStatus, errors) => {
    const response = await upload(csv, 'bill.csv');
    expect(response.body).toEqual({ errors });
    expect(response.status).toBe(expectedStatus);
    expect(await uploads()).toEqual([]);
    expect(await status()).toBe('connected');
  });

  test('a file with the maximum number of rows is accepted', async () => {
    expect((await upload(many(10_000), 'bill.csv')).body.amount).toBe('10000.0');
  });

  test('no file, an invalid flag, another kind of integration, an insufficient role', async () => {
    const empty = await account.as.send('POST', `${path}/costs.csv`, 'auto_transform=true', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(empty).toMatchObject({ status: 400, body: { errors: ['csv is missing'] } });
    expect((await upload(csvOf('1'), 'a.csv', { auto_transform: 'maybe' })).status).toBe(400);
    const editor = await account.newUser('editor');
    expect((await upload(csvOf('1'), 'a.csv', {}, editor.as)).status).toBe(403);
    const gcp = { billing_account_id: 'b', project_id: 'p', dataset_name: 'd' };
    path = `/v2/integrations/${(await account.as.post('/v2/integrations/gcp', gcp)).body.token}`;
    expect((await upload(csvOf('1'), 'a.csv')).status).toBe(422);
  });
});

describe('the status of a custom provider', () => {
  test('is importing until a workspace is assigned, and connected again without costs', async () => {
    const { body: fresh } = await account.as.post('/v2/integrations/custom_provider', {
      name: 'New',
    });
    path = `/v2/integrations/${fresh.token}`;
    const { token } = (await upload(csvOf('1'), 'a.csv')).body;
    expect(await status()).toBe('importing');
    await account.as.put(path, { workspace_tokens: [account.workspace.token] });
    expect(await status()).toBe('imported');
    expect((await account.as.get(path)).body.last_updated).toBe('2026-03-10T09:00:00Z');
    await upload('nonsense', 'b.csv');
    expect(await status()).toBe('imported');
    await account.as.delete(`${path}/costs/${token}`);
    expect(await status()).toBe('connected');
  });
});

test('an integration is deleted with its uploads and costs', async () => {
  await upload(csvOf('1'), 'a.csv');
  expect((await account.as.delete(path)).status).toBe(204);
  expect((await account.as.get(`${path}/costs`)).status).toBe(404);
  expect(await costs()).toBe('0');
  const { services, jobs } = account.app;
  await jobs.run('load-clean-up');
  const loads = await services.db
    .selectFrom('loads')
    .select('status')
    .where('integration_token', '=', integration)
    .execute();
  expect(loads).toEqual([{ status: 'dropped' }]);
});

test('two concurrent uploads with the same name give one result', async () => {
  const responses = await Promise.all([upload(csvOf('1'), 'a.csv'), upload(csvOf('2'), 'a.csv')]);
  const accepted = responses.filter((response) => response.status === 201);
  expect(accepted.length).toBeGreaterThan(0);
  expect((await uploads()).length).toBe(1);
  expect(decimal(await costs())).toBe((await uploads())[0].amount);
});

const decimal = (amount: string) => `${amount}.0`;
