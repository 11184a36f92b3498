import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCsv } from '../../../test/cost-fixtures.js';
import { exportCosts } from '../../../test/exporting.js';
import { type Account, newAccount, setTime } from '../../../test/harness.js';

// Today is 2026-03-10; the bill is of June 2025.
let account: Account;
beforeEach(async () => {
  account = await newAccount();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const filter = "costs.provider = 'custom_provider'";
const june = { filter, start_date: '2025-06-01', end_date: '2025-06-03' };
const ask = (body: object = june, query = '') =>
  account.as.post(`/v2/costs/data_exports${query}`, body);
const read = (token: string) => account.as.get(`/v2/data_exports/${token}`);
const fetchFile = (link: string) =>
  account.app.server.inject({ url: new URL(link).pathname + new URL(link).search });

describe('the life of an export', () => {
  test('is accepted with its location and itself', async () => {
    const { status, headers, body } = await ask();
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
    const pending = await read(body.token);
    expect(pending).toMatchObject({ status: 202, body });
    expect(pending.headers).toMatchObject({ location: headers.location, 'retry-after': '5' });
  });

  test('ends with files that hold for a day', async () => {
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

  test('making it twice changes nothing', async () => {
    const { body } = await exportCosts(account, june);
    setTime('2026-03-10T10:00:00Z');
    const done = await account.app.jobs.run('make-data-export', { token: body.token });
    expect(done).toContain('needs no files');
    expect((await read(body.token)).body).toEqual(body);
  });

  test('a run that broke off is taken up again', async () => {
    const { token } = (await ask()).body;
    await account.app.services.db
      .updateTable('data_exports')
      .set({ status: 'processing' })
      .where('token', '=', token)
      .execute();
    expect((await read(token)).status).toBe(202);
    await account.app.jobs.run('make-data-export', { token });
    expect((await read(token)).body.status).toBe('completed');
  });

  test('one that cannot be made says so', async () => {
    const { token } = (await ask()).body;
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
      attributes: { vql: filter, error: expect.stringContaining('Ask for it again') },
    });
  });

  test('is seen by whoever asked, and by no one else', async () => {
    const editor = await account.newUser('editor');
    const { body } = await editor.as.post('/v2/costs/data_exports', june);
    expect((await editor.as.get(`/v2/data_exports/${body.token}`)).status).toBe(202);
    expect((await read(body.token)).status).toBe(404);
    const service = await account.serviceToken(account.everyone.token, 'owner');
    expect((await service.get(`/v2/data_exports/${body.token}`)).status).toBe(404);
  });

  test('leaves no audit entry', async () => {
    await ask();
    expect((await account.as.get('/v2/audit_logs')).body.audit_logs).toEqual([]);
  });
});

describe('the clean-up', () => {
  test('removes files after a day and exports after thirty', async () => {
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

  test('ends what nobody works on any more', async () => {
    const { token } = (await ask()).body;
    setTime('2026-03-11T09:00:01Z');
    await account.app.jobs.run('data-export-clean-up');
    expect((await read(token)).body).toMatchObject({
      status: 'failed',
      attributes: { error: 'The export was interrupted. Ask for it again.' },
    });
  });
});

describe('what is asked', () => {
  test.each([
    ['a body list', { groupings: ['service', 'tag:a,b'] }, '', ['service', 'tag:a,b']],
    ['a body text', { groupings: 'service, "tag:a,b"' }, '', ['service', 'tag:a,b']],
    ['a query list', {}, '?groupings=service,region', ['service', 'region']],
    ['repeated query keys', {}, '?groupings=service&groupings=region', ['service', 'region']],
    ['bracketed query keys', {}, '?groupings%5B%5D=service', ['service']],
    ['the body before the query', { groupings: ['region'] }, '?groupings=service', ['region']],
    ['an empty query key', {}, '?groupings=', null],
    ['a null body', { groupings: null }, '', null],
    ['a blank text', { groupings: '' }, '', null],
    ['an empty list', { groupings: [] }, '', []],
  ])('takes groupings as %s', async (_name, body, query, groupings) => {
    const answer = await ask({ ...june, ...body }, query);
    expect(answer.status).toBe(202);
    expect(answer.body.attributes.groupings).toEqual(groupings);
  });

  test('shows the filter as it was corrected', async () => {
    const sent = 'WHERE costs.provider == "aws" AND costs.account_id = 0123 ;';
    const { body } = await ask({ ...june, filter: sent });
    expect(body.attributes.vql).toBe("costs.provider = 'aws' AND costs.account_id = '0123'");
  });

  test('keeps every setting', async () => {
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
    const { attributes } = (await ask(body)).body;
    expect(attributes).toMatchObject({ settings, date_bin: 'week', schema: 'focus' });
  });

  test.each([
    ['neither filter nor report', {}, /^filter is missing, or cost_report_token/],
    ['a blank filter', { filter: ' ' }, /^filter is missing/],
    ['a broken filter', { filter: 'costs.provider =' }, /^Invalid VQL at line 1, column 17/],
    ['reversed dates', { ...june, end_date: '2025-05-31' }, /^start_date must not be after/],
    ['a date that is none', { ...june, end_date: '2025-06-31' }, /^end_date is invalid/],
    ['an unknown grouping', { ...june, groupings: ['colour'] }, /valid value: colour$/],
    ['a bare tag', { ...june, groupings: 'tag' }, /valid value: tag$/],
    ['segments', { ...june, groupings: 'segment' }, /valid value: segment$/],
    ['a grouping twice', { ...june, groupings: 'resource,resource_id' }, /resource_id twice$/],
    ['a running total', { ...june, date_bin: 'cumulative' }, /^date_bin does not have/],
    ['an unknown schema', { ...june, schema: 'xls' }, /^schema does not have/],
    [
      'an unknown measure',
      { ...june, settings: { aggregate_by: 'sum' } },
      /^settings.aggregate_by/,
    ],
    ['a flag that is none', { ...june, settings: { amortize: 'yes' } }, /^settings.amortize/],
  ])('%s is refused with 400', async (_name, body, message) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.stringMatching(message)]);
  });

  test('unknown reports and workspaces are refused with 404', async () => {
    expect((await ask({ cost_report_token: 'rprt_x' })).status).toBe(404);
    expect((await ask({ ...june, workspace_token: 'wrkspc_x' })).status).toBe(404);
    const stranger = await newAccount();
    const theirs = (await stranger.as.post('/v2/cost_reports', { title: 'R' })).body.token;
    expect((await ask({ cost_report_token: theirs })).status).toBe(404);
  });

  test('with several workspaces one has to be named', async () => {
    const { token } = (await account.as.post('/v2/workspaces', { name: 'Second' })).body;
    const answer = await ask();
    expect(answer).toMatchObject({ status: 400, body: { errors: ['workspace_token is missing'] } });
    expect((await ask({ ...june, workspace_token: token })).status).toBe(202);
  });

  test('whoever sees the workspace may export its costs', async () => {
    const viewer = await account.newUser('viewer');
    expect((await viewer.as.post('/v2/costs/data_exports', june)).status).toBe(202);
    await account.setEveryoneAccess(account.workspace.token, null);
    const hidden = { ...june, workspace_token: account.workspace.token };
    expect((await viewer.as.post('/v2/costs/data_exports', hidden)).status).toBe(404);
  });
});

test('costs of other workspaces and accounts stay out', async () => {
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
