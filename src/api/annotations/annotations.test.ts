import { beforeEach, expect, test } from 'vitest';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

async function create(kind: string, body: object): Promise<TestResponse['body']> {
  const { status, body: created } = await account.as.post(`/v2/${kind}`, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
}

const newReport = (title = 'Spend') => create('cost_reports', { title });
const annotate = (reports: { token: string }[], more = {}) =>
  create('annotations', {
    report_tokens: reports.map(({ token }) => token),
    date: '2026-03-01',
    message: 'Released',
    ...more,
  });
const pathOf = ({ token }: { token: string }) => `/v2/annotations/${token}`;
const list = async (query = '', as = account.as) =>
  (await as.get(`/v2/annotations${query}`)).body.annotations;

const deny = (object: { token: string }) =>
  create('access_grants', {
    resource_token: object.token,
    team_token: account.everyone.token,
    access: 'denied',
  });

test('an annotation is titled after its first report and its date', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const created = await annotate([two, one, two]);
  expect(created).toEqual({
    token: expect.stringMatching(/^issue_[0-9a-f]{16}$/),
    title: 'Two - 2026-03-01',
    report_tokens: [two.token, one.token],
    date: '2026-03-01',
    message: 'Released',
  });
  const named = await annotate([one], { title: 'Mine' });
  expect(await list()).toEqual([named, created]);
  expect(await list(`?report_token=${two.token}`)).toEqual([created]);
  expect(await list('?report_token=rprt_0000000000000000')).toEqual([]);
  expect((await account.as.get(pathOf(created))).status).toBe(405);
});

test('the report of a segment can have annotations', async () => {
  const segment = await create('segments', { title: 'Company' });
  const created = await annotate([{ token: segment.report_token }]);
  expect(created.title).toBe('Company - 2026-03-01');
});

test('an update keeps absent fields; null clears the date', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const created = await annotate([one]);
  const put = async (body: object) => (await account.as.put(pathOf(created), body)).body;
  expect(await put({ date: null })).toEqual({ ...created, date: null });
  expect(await put({ report_tokens: [two.token, one.token] })).toEqual({
    ...created,
    date: null,
    report_tokens: [two.token, one.token],
  });
  expect(await put({ report_tokens: null, message: 'x', title: 'T' })).toEqual({
    token: created.token,
    title: 'T',
    report_tokens: [two.token, one.token],
    date: null,
    message: 'x',
  });
});

test.each<[string, object, number, string]>([
  ['no reports', { report_tokens: [] }, 400, 'report_tokens does not have a valid value'],
  ['no date', { date: null }, 400, 'date is missing'],
  ['an invalid date', { date: '2026-02-30' }, 400, 'date is invalid'],
  ['a blank message', { message: ' ' }, 422, "message can't be blank"],
  [
    'a message that is too long',
    { message: 'x'.repeat(10_001) },
    422,
    'message must be at most 10000 characters',
  ],
  [
    'an unknown report',
    { report_tokens: ['rprt_x'] },
    404,
    'Cost Report not found: report_tokens rprt_x',
  ],
])('rejects %s', async (_, sent, status, message) => {
  const { token } = await newReport();
  const body = { report_tokens: [token], date: '2026-03-01', message: 'm', ...sent };
  const response = await account.as.post('/v2/annotations', body);
  expect([response.status, response.body.errors]).toEqual([status, [message]]);
});

test('an update returns 400 for an unknown report and for an empty list', async () => {
  const created = await annotate([await newReport()]);
  for (const report_tokens of [['rprt_x'], []]) {
    expect((await account.as.put(pathOf(created), { report_tokens })).status).toBe(400);
  }
});

test('hidden reports are left out, with annotations that only they show', async () => {
  const [open, secret] = [await newReport('Open'), await newReport('Secret')];
  const both = await annotate([secret, open]);
  const hidden = await annotate([secret]);
  await deny(secret);
  const editor = await account.newUser('editor');
  expect(await list('', editor.as)).toEqual([{ ...both, report_tokens: [open.token] }]);
  expect(await list(`?report_token=${secret.token}`, editor.as)).toEqual([]);
  expect((await editor.as.put(pathOf(hidden), { title: 'T' })).status).toBe(404);
  expect((await editor.as.put(pathOf(both), { title: 'T' })).status).toBe(403);
  expect((await editor.as.delete(pathOf(both))).status).toBe(403);
  expect(await list()).toEqual([hidden, both]);
});

test('changes require edit access to every report', async () => {
  const report = await newReport();
  const created = await annotate([report]);
  const viewer = await account.newUser('viewer');
  expect(await list('', viewer.as)).toEqual([created]);
  const body = { report_tokens: [report.token], date: '2026-03-01', message: 'm' };
  expect((await viewer.as.post('/v2/annotations', body)).status).toBe(403);
  expect((await viewer.as.put(pathOf(created), { title: 'T' })).status).toBe(403);
  expect((await viewer.as.delete(pathOf(created))).status).toBe(403);
  const editor = await account.newUser('editor');
  expect((await editor.as.put(pathOf(created), { title: 'T' })).status).toBe(200);
  expect((await editor.as.delete(pathOf(created))).status).toBe(204);
});

test('an annotation loses deleted reports and is deleted with the last one', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const both = await annotate([one, two]);
  await annotate([one]);
  await account.as.delete(`/v2/cost_reports/${one.token}`);
  expect(await list()).toEqual([{ ...both, report_tokens: [two.token] }]);
  await account.as.delete(`/v2/cost_reports/${two.token}`);
  expect(await list()).toEqual([]);
  const { db } = account.app.services;
  const remaining = db.selectFrom('annotations').select('token').where('token', '=', both.token);
  expect(await remaining.execute()).toEqual([]);
});

test('an annotation is deleted with the segment tree of all its reports', async () => {
  const root = await create('segments', { title: 'Root' });
  const leaf = await create('segments', { title: 'Leaf', parent_segment_token: root.token });
  await annotate([{ token: root.report_token }, { token: leaf.report_token }]);
  await account.as.delete(`/v2/segments/${root.token}`);
  expect(await list()).toEqual([]);
});
