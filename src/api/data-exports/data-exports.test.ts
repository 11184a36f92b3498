import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCharges, importCsv } from '../../../test/cost-fixtures.js';
import { exportCosts } from '../../../test/cost-exports.js';
import { setTime } from '../../../test/clock.js';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';
import { openSession } from '../../platform/auth/log-in.js';
import { deriveCsrfToken } from '../../platform/auth/sessions.js';
import { parseCsv } from '../../platform/lib/csv.js';

// Today is 2026-03-10; the bill is of June 2025.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const filter = "costs.provider = 'custom_provider'";
const june = { filter, start_date: '2025-06-01', end_date: '2025-06-03' };
const create = (body: object = june, query = '') =>
  account.as.post(`/v2/costs/data_exports${query}`, body);
const read = (token: string) => account.as.get(`/v2/data_exports/${token}`);
const fetchFile = (link: string) =>
  account.app.server.inject({ url: new URL(link).pathname + new URL(link).search });

describe('an export', () => {
  test('is accepted and returned with its location', async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(202);
    expect(body).toEqual({
      token: expect.stringMatching(/^dta_xprt_[0-9a-f]{16}$/),
      status: 'pending',
      created_at: '2026-03-10T09:00:00Z',
      export_type: 'cost_report',
      manifest: { files: [], completed_at: null, valid_until: null },
      attributes: {
        report_token: null,
        start_date: '2025-06-01',
        end_date: '2025-06-03',
        groupings: null,
        vql: filter,
        settings: null,
        date_bin: null,
        schema: null,
      },
    });
    expect(headers.location).toBe(`http://localhost:80/v2/data_exports/${body.token}`);
    expect(headers['retry-after']).toBe('5');
    const pending = await read(body.token);
    // Clients compare the body with 202, and take anything else for the finished export.
    expect(pending).toMatchObject({ status: 202, body: 202 });
    expect(pending.headers).toMatchObject({ location: headers.location, 'retry-after': '5' });
  });

  test('completes with files that are available for a day', async () => {
    const { status, body } = await exportCosts(account, june);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'completed',
      manifest: { completed_at: '2026-03-10T09:00:00Z', valid_until: '2026-03-11T09:00:00Z' },
    });
    const [link] = body.manifest.files;
    const file = await fetchFile(link);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toContain(`${body.token}-1.csv`);
    expect(file.body).toBe('date,provider,service,account_id,amount,currency\n');
    setTime('2026-03-11T09:00:00Z');
    expect((await fetchFile(link)).statusCode).toBe(404);
  });

  test('running the job again changes nothing', async () => {
    const { body } = await exportCosts(account, june);
    setTime('2026-03-10T10:00:00Z');
    const done = await account.app.jobs.run('make-data-export', { token: body.token });
    expect(done).toContain('is already finished');
    expect((await read(body.token)).body).toEqual(body);
  });

  test('is resumed after an interrupted run', async () => {
    const { token } = (await create()).body;
    await account.app.services.db
      .updateTable('data_exports')
      .set({ status: 'processing' })
      .where('token', '=', token)
      .execute();
    expect((await read(token)).status).toBe(202);
    await account.app.jobs.run('make-data-export', { token });
    expect((await read(token)).body.status).toBe('completed');
  });

  test('fails with an error message', async () => {
    const { token } = (await create()).body;
    await account.app.services.db
      .updateTable('data_exports')
      .set({ request: '{}' })
      .where('token', '=', token)
      .execute();
    await expect(account.app.jobs.run('make-data-export', { token })).rejects.toThrow();
    const { status, body } = await read(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'failed',
      manifest: { files: [], completed_at: null, valid_until: null },
      attributes: { vql: filter, error: expect.stringContaining('Request it again') },
    });
  });

  test('is visible only to its creator', async () => {
    const editor = await account.newUser('editor');
    const { body } = await editor.as.post('/v2/costs/data_exports', june);
    expect((await editor.as.get(`/v2/data_exports/${body.token}`)).status).toBe(202);
    expect((await read(body.token)).status).toBe(404);
    const service = await account.serviceToken(account.everyone.token, 'owner');
    expect((await service.get(`/v2/data_exports/${body.token}`)).status).toBe(404);
  });

  test('is not audited', async () => {
    await create();
    expect((await account.as.get('/v2/audit_logs')).body.audit_logs).toEqual([]);
  });
});

describe('the clean-up job', () => {
  test('deletes files after a day and exports after thirty days', async () => {
    const { body } = await exportCosts(account, june);
    const key = `exports/${body.token}-1.csv`;
    const { files } = account.app.services;
    await account.app.jobs.run('data-export-clean-up');
    expect(await files.get(key)).toBeDefined();
    setTime('2026-03-11T09:00:00Z');
    await account.app.jobs.run('data-export-clean-up');
    expect(await files.get(key)).toBeUndefined();
    expect((await read(body.token)).body).toMatchObject({
      status: 'completed',
      manifest: { files: [], valid_until: '2026-03-11T09:00:00Z' },
    });
    setTime('2026-04-09T09:00:01Z');
    await account.app.jobs.run('data-export-clean-up');
    expect((await read(body.token)).status).toBe(404);
  });

  test('fails exports that are no longer in progress', async () => {
    const { token } = (await create()).body;
    setTime('2026-03-11T09:00:01Z');
    await account.app.jobs.run('data-export-clean-up');
    expect((await read(token)).body).toMatchObject({
      status: 'failed',
      attributes: { error: 'The export was interrupted. Request it again.' },
    });
  });
});

describe('a request', () => {
  test.each([
    ['a list in the body', { groupings: ['service', 'tag:a,b'] }, '', ['service', 'tag:a,b']],
    ['a string in the body', { groupings: 'service, "tag:a,b"' }, '', ['service', 'tag:a,b']],
    ['a list in the query', {}, '?groupings=service,region', ['service', 'region']],
    ['repeated query parameters', {}, '?groupings=service&groupings=region', ['service', 'region']],
    ['query parameters with brackets', {}, '?groupings%5B%5D=service', ['service']],
    ['the body before the query', { groupings: ['region'] }, '?groupings=service', ['region']],
    ['an empty query parameter', {}, '?groupings=', null],
    ['a null body', { groupings: null }, '', null],
    ['an empty string', { groupings: '' }, '', null],
    ['an empty list', { groupings: [] }, '', []],
  ])('accepts groupings as %s', async (_name, body, query, groupings) => {
    const answer = await create({ ...june, ...body }, query);
    expect(answer.status).toBe(202);
    expect(answer.body.attributes.groupings).toEqual(groupings);
  });

  test('returns the corrected filter', async () => {
    const sent = 'WHERE costs.provider == "aws" AND costs.account_id = 0123 ;';
    const { body } = await create({ ...june, filter: sent });
    expect(body.attributes.vql).toBe("costs.provider = 'aws' AND costs.account_id = '0123'");
  });

  test('returns all settings', async () => {
    const settings = {
      include_credits: true,
      include_refunds: true,
      include_discounts: false,
      include_tax: false,
      amortize: false,
      unallocated: true,
      aggregate_by: 'usage',
      show_previous_period: false,
    };
    const body = { ...june, settings, date_bin: 'week', schema: 'focus' };
    const { attributes } = (await create(body)).body;
    expect(attributes).toMatchObject({ settings, date_bin: 'week', schema: 'focus' });
  });

  test.each([
    ['neither filter nor report', {}, /^filter or cost_report_token is missing$/],
    ['a blank filter', { filter: ' ' }, /^filter or cost_report_token is missing$/],
    ['a broken filter', { filter: 'costs.provider =' }, /^Invalid VQL at line 1, column 17/],
    ['reversed dates', { ...june, end_date: '2025-05-31' }, /^start_date must not be after/],
    ['an invalid date', { ...june, end_date: '2025-06-31' }, /^end_date is invalid/],
    ['an unknown grouping', { ...june, groupings: ['colour'] }, /valid value: colour$/],
    ['a bare tag', { ...june, groupings: 'tag' }, /valid value: tag$/],
    ['segments', { ...june, groupings: 'segment' }, /valid value: segment$/],
    ['a grouping twice', { ...june, groupings: 'resource,resource_id' }, /resource_id twice$/],
    ['cumulative costs', { ...june, date_bin: 'cumulative' }, /^date_bin does not have/],
    ['an unknown schema', { ...june, schema: 'xls' }, /^schema does not have/],
    [
      'an unknown measure',
      { ...june, settings: { aggregate_by: 'sum' } },
      /^settings.aggregate_by/,
    ],
    ['an invalid flag', { ...june, settings: { amortize: 'yes' } }, /^settings.amortize/],
  ])('%s is rejected with 400', async (_name, body, message) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.stringMatching(message)]);
  });

  test('unknown reports and workspaces return 404', async () => {
    expect((await create({ cost_report_token: 'rprt_x' })).status).toBe(404);
    expect((await create({ ...june, workspace_token: 'wrkspc_x' })).status).toBe(404);
    const other = await newAccount();
    const foreign = (await other.as.post('/v2/cost_reports', { title: 'R' })).body.token;
    expect((await create({ cost_report_token: foreign })).status).toBe(404);
  });

  test('workspace_token is required if there are several', async () => {
    const { token } = (await account.as.post('/v2/workspaces', { name: 'Second' })).body;
    const answer = await create();
    expect(answer).toMatchObject({ status: 400, body: { errors: ['workspace_token is missing'] } });
    expect((await create({ ...june, workspace_token: token })).status).toBe(202);
  });

  test('requires access to the workspace', async () => {
    const viewer = await account.newUser('viewer');
    expect((await viewer.as.post('/v2/costs/data_exports', june)).status).toBe(202);
    await account.setEveryoneAccess(account.workspace.token, null);
    const hidden = { ...june, workspace_token: account.workspace.token };
    expect((await viewer.as.post('/v2/costs/data_exports', hidden)).status).toBe(404);
  });
});

test('contains no costs of other workspaces and accounts', async () => {
  const bill = await readFile('test/ingest/fixtures/settings.csv', 'utf8');
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  await importCsv(account, bill, { workspaces: [second] });
  await importCsv(await newAccount(), bill);
  const sizes = [account.workspace.token, second].map(async (workspace_token) => {
    const { body } = await exportCosts(account, { ...june, workspace_token });
    return (await fetchFile(body.manifest.files[0])).body.trim().split('\n').length - 1;
  });
  expect(await Promise.all(sizes)).toEqual([0, 6]);
});

describe('formulas in text', () => {
  const parameters = { ...june, filter: "costs.provider = 'aws'", groupings: ['service'] };
  beforeEach(async () => {
    const charges = Object.entries(exact).map(([service, cost]) => ({
      day: '2025-06-01',
      service,
      cost,
    }));
    await importCharges(account, charges);
  });

  const exported = async (as: Account['as'], more: object = {}) => {
    const { body } = await exportCosts({ app: account.app, as }, { ...parameters, ...more });
    const [header, ...lines] = parseCsv((await fetchFile(body.manifest.files[0])).body);
    const cellOf = (cells: string[], name: string) => cells[header!.indexOf(name)];
    return Object.fromEntries(
      lines.map((cells) => [cellOf(cells, 'service'), cellOf(cells, 'amount')]),
    );
  };

  /** The owner in the console. */
  async function openConsole(): Promise<Account['as']> {
    const { app, owner } = account;
    const secret = await openSession(app.services.db, owner.token, app.clock());
    const headers = {
      cookie: `farthing_session=${secret}`,
      'x-csrf-token': deriveCsrfToken(secret),
    };
    const client = clientFor(app, undefined);
    return {
      ...client,
      get: (path: string) => client.send('GET', path, undefined, headers),
      post: (path: string, body: unknown) => client.send('POST', path, body, headers),
    };
  }

  const exact = { '=HYPERLINK("http://x")': '-1.5', '@SUM(A1)': '3.0', EC2: '2.0' };
  const neutral = { '\'=HYPERLINK("http://x")': '-1.5', "'@SUM(A1)": '3.0', EC2: '2.0' };

  test('are exact for API credentials, and neutralized on request', async () => {
    expect(await exported(account.as)).toEqual(exact);
    expect(await exported(account.as, { neutralize_formulas: true })).toEqual(neutral);
  });

  test('are neutralized in the console unless it asks for exact text', async () => {
    const console = await openConsole();
    expect(await exported(console)).toEqual(neutral);
    expect(await exported(console, { neutralize_formulas: false })).toEqual(exact);
  });
});
