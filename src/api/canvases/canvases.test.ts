import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../test/cost-fixtures.js';
import { setTime } from '../../../test/clock.js';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';
import { recordRefreshFailure } from '../../domain/reports/canvases/refresh-canvas.js';
import { newToken } from '../../platform/lib/tokens.js';

// Today is 2026-03-10.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const charges: Charge[] = [
  { day: '2026-01-15', cost: '100', service: 'EC2', region: 'eu', usage: '4', unit: 'Hrs' },
  { day: '2026-02-10', cost: '30.5', service: 'S3', tags: { team: 'web' }, usage: '7', unit: 'GB' },
  { day: '2026-03-02', cost: '20', service: 'EC2', account: 'a-1', usage: '2', unit: 'Hrs' },
  { day: '2026-03-02', cost: '9', provider: 'Google Cloud', service: 'BigQuery', resource: 'r-1' },
  { day: '2026-03-09', cost: '-1', service: 'S3', category: 'Credit' },
];

async function create(prompt: string, more = {}): Promise<TestResponse['body']> {
  const { status, body } = await account.as.post('/v2/canvases', { title: 'C', prompt, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const pathOf = ({ token }: { token: string }) => `/v2/canvases/${token}`;

async function refresh({ token }: { token: string }): Promise<TestResponse['body']> {
  await account.app.jobs.run('refresh-canvas', { token });
  return (await account.as.get(`/v2/canvases/${token}`)).body;
}

/** Clients take the table for an object, so it always is one. */
const noTable = { columns: [], rows: [] };
const tableOf = async (prompt: string) => {
  const { data } = await refresh(await create(prompt));
  expect(data.error).toBeNull();
  return data.table;
};
const keysOf = (table: { columns: { key: string }[] }) => table.columns.map(({ key }) => key);

async function newMetric(title: string, values: Record<string, string>): Promise<void> {
  const { db } = account.app.services;
  const token = newToken('bsnss_mtrc');
  const account_token = account.account.token;
  await db
    .insertInto('business_metrics')
    .values({ token, account_token, title, created_at: new Date(0) })
    .execute();
  const rows = Object.entries(values).map(([at, amount], index) => ({
    business_metric_token: token,
    forecasted: false,
    at: new Date(at),
    label: `label ${index}`,
    amount,
  }));
  await db.insertInto('business_metric_values').values(rows).execute();
}

test('a canvas has an empty table until it is refreshed', async () => {
  await importCharges(account, charges);
  const prompt = 'Show me monthly costs by provider';
  const created = await create(prompt);
  expect(created).toEqual({
    token: expect.stringMatching(/^cnvs_[0-9a-f]{16}$/),
    title: 'C',
    prompt,
    data: { table: noTable, error: null },
    workspace_token: account.workspace.token,
    created_at: '2026-03-10T09:00:00Z',
    updated_at: '2026-03-10T09:00:00Z',
  });
  setTime('2026-03-10T10:00:00Z');
  const refreshed = await refresh(created);
  setTime('2026-03-10T09:00:00Z');
  expect(refreshed).toEqual({
    ...created,
    data: {
      table: {
        columns: [
          { key: 'date', label: 'Date', type: 'date' },
          { key: 'provider', label: 'Provider', type: 'string' },
          { key: 'cost', label: 'Cost', type: 'decimal' },
        ],
        rows: [
          ['2026-01-01', 'aws', '100.0'],
          ['2026-02-01', 'aws', '30.5'],
          ['2026-03-01', 'aws', '20.0'],
          ['2026-03-01', 'gcp', '9.0'],
        ],
      },
      error: null,
    },
  });
  expect((await account.as.get('/v2/canvases?q=c')).body.canvases).toEqual([refreshed]);
});

describe('tables', () => {
  let charged: Account;
  beforeAll(async () => {
    charged = await newAccount();
    await importCharges(charged, charges);
  });
  beforeEach(() => {
    account = charged;
  });

  test.each<[string, string[], (string | null)[][]]>([
    ['cost', ['cost'], [['59.5']]],
    ['daily spend for gcp', ['date', 'cost'], [['2026-03-02', '9.0']]],
    [
      'cost for S3 and BigQuery by service',
      ['service', 'cost'],
      [
        ['S3', '30.5'],
        ['BigQuery', '9.0'],
      ],
    ],
    ['top 1 costs by service year to date', ['service', 'cost'], [['EC2', '120.0']]],
    [
      'top 1 costs by service monthly',
      ['date', 'service', 'cost'],
      [
        ['2026-01-01', 'EC2', '100.0'],
        ['2026-03-01', 'EC2', '20.0'],
      ],
    ],
    ['top 1 monthly cost', ['date', 'cost'], [['2026-01-01', '100.0']]],
    [
      'usage last 3 months',
      ['usage', 'unit'],
      [
        ['6.0', 'Hours'],
        ['7.0', 'GB'],
      ],
    ],
    [
      'monthly count by service',
      ['date', 'count'],
      [
        ['2026-01-01', '1.0'],
        ['2026-02-01', '1.0'],
        ['2026-03-01', '2.0'],
      ],
    ],
    [
      'cost by tag team',
      ['tag:team', 'cost'],
      [
        ['web', '30.5'],
        [null, '29.0'],
      ],
    ],
    [
      'cost by team for aws',
      ['tag:team', 'cost'],
      [
        ['web', '30.5'],
        [null, '20.0'],
      ],
    ],
    ["cost by account where costs.provider = 'aws' last 7 days", ['account_id', 'cost'], []],
    ['cost by resource for gcp', ['resource_id', 'resource_name', 'cost'], [['r-1', null, '9.0']]],
    ['cost by region from 2026-01-01 to 2026-01-31', ['region', 'cost'], [['eu', '100.0']]],
  ])('%s', async (prompt, keys, rows) => {
    const table = await tableOf(prompt);
    expect(keysOf(table)).toEqual(keys);
    expect(table.rows).toEqual(rows);
  });

  test('by segment match the report of the segment', async () => {
    const root = {
      title: 'Company',
      track_unallocated: true,
      report_settings: { include_credits: true },
    };
    const parent_segment_token = (await account.as.post('/v2/segments', root)).body.token;
    const s3 = { title: 'Storage', filter: "costs.provider = 'aws' AND costs.service = 'S3'" };
    await account.as.post('/v2/segments', { ...s3, parent_segment_token });
    const { rows } = await tableOf('cost by segment');
    expect(rows).toEqual([
      ['Storage', '29.5'],
      ['Unallocated', '29.0'],
    ]);
    const denied = {
      resource_token: parent_segment_token,
      team_token: account.everyone.token,
      access: 'denied',
    };
    await account.as.post('/v2/access_grants', denied);
    const { data } = await refresh(await create('cost by segment'));
    expect(data.error).toBe('There is no segment that everyone in the workspace can see.');
  });

  test('of business metrics and unit costs', async () => {
    await newMetric('Orders', {
      '2026-01-03T08:00:00Z': '30',
      '2026-01-31T23:59:59Z': '10',
      '2026-03-09T00:00:00Z': '7',
    });
    const orders = await tableOf('monthly business metric orders');
    expect(orders.columns[1]).toEqual({ key: 'business_metric', label: 'Orders', type: 'decimal' });
    expect(orders.rows).toEqual([
      ['2026-01-01', '40.0'],
      ['2026-03-01', '7.0'],
    ]);
    const unitCosts = await tableOf('monthly unit cost of Orders by provider');
    expect(keysOf(unitCosts)).toEqual(['date', 'provider', 'unit_cost']);
    expect(unitCosts.rows).toEqual([
      ['2026-01-01', 'aws', '2.5'],
      ['2026-03-01', 'aws', '2.857142857143'],
      ['2026-03-01', 'gcp', '1.285714285714'],
    ]);
    expect((await tableOf('unit cost of orders this month')).rows).toEqual([['4.142857142857']]);
    const { data } = await refresh(await create('business metric Orders by provider'));
    expect(data.error).toBe('A business metric has no dimensions, providers or filters.');
  });

  test('list currencies without an exchange rate separately', async () => {
    account = await newAccount();
    await importCharges(account, [
      { day: '2026-03-02', cost: '4', currency: 'USD' },
      { day: '2026-03-02', cost: '5', currency: 'SEK', provider: 'Oracle' },
    ]);
    const table = await tableOf('cost by provider this month');
    expect(keysOf(table)).toEqual(['provider', 'cost', 'currency']);
    expect(table.rows).toContainEqual(['oracle', '5.0', 'SEK']);
  });
});

describe('refreshes', () => {
  test('happen when the prompt changes, not the title; a table is kept until then', async () => {
    const created = await refresh(await create('cost'));
    expect(created.data.table.rows).toEqual([]);
    setTime('2026-03-10T11:00:00Z');
    const renamed = (await account.as.put(pathOf(created), { title: 'D', prompt: 'cost' })).body;
    expect(renamed).toEqual({ ...created, title: 'D', updated_at: '2026-03-10T11:00:00Z' });
    const changed = (await account.as.put(pathOf(created), { prompt: 'daily cost' })).body;
    expect(changed.data).toEqual({ table: noTable, error: null });
    setTime('2026-03-10T09:00:00Z');
    const { audit_logs } = (await account.as.get(`/v2/audit_logs?object_token=${created.token}`))
      .body;
    expect(audit_logs).toHaveLength(3);
    expect(audit_logs.length).toBeGreaterThan(0);
    for (const { changed_values } of audit_logs) expect(changed_values).not.toHaveProperty('data');
  });

  test('unknown words in a prompt give an error and an empty table', async () => {
    const { data } = await refresh(await create('monthly bananas'));
    expect(data).toEqual({ table: noTable, error: 'Not understood: "bananas".' });
  });

  test('a failed refresh keeps the last table', async () => {
    const created = await refresh(await create('cost'));
    await recordRefreshFailure(account.app.services.db, created.token);
    const { data } = (await account.as.get(pathOf(created))).body;
    expect(data).toEqual({
      table: created.data.table,
      error: 'The table could not be refreshed. It is retried daily.',
    });
    await account.app.jobs.run('refresh-canvases');
    expect((await account.as.get(pathOf(created))).body).toEqual(created);
  });

  test('the daily refresh includes new costs', async () => {
    const created = await refresh(await create('cost'));
    await importCharges(account, charges);
    await account.app.jobs.run('refresh-canvases');
    expect((await account.as.get(pathOf(created))).body.data.table.rows).toEqual([['59.5']]);
  });
});

test.each<[object, string]>([
  [{ title: 'C' }, 'prompt is missing'],
  [{ title: 'C', prompt: ' ' }, "prompt can't be blank"],
  [{ prompt: 'cost' }, 'title is missing'],
])('%j is rejected', async (body, message) => {
  const response = await account.as.post('/v2/canvases', body);
  expect([response.status, response.body.errors]).toEqual([400, [message]]);
});

test('canvases can be denied and deleted', async () => {
  const created = await create('cost');
  const editor = await account.newUser('editor');
  expect((await editor.as.get(pathOf(created))).status).toBe(200);
  const denied = {
    resource_token: created.token,
    team_token: account.everyone.token,
    access: 'denied',
  };
  expect((await account.as.post('/v2/access_grants', denied)).status).toBe(201);
  expect((await editor.as.get(pathOf(created))).status).toBe(404);
  expect((await account.as.delete(pathOf(created))).status).toBe(204);
  expect((await account.as.delete(pathOf(created))).status).toBe(404);
  expect((await account.as.get('/v2/access_grants')).body.access_grants).toEqual([]);
  await account.app.jobs.run('refresh-canvas', { token: created.token });
});
