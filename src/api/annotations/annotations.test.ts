import { beforeEach, expect, test } from 'vitest';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

async function make(kind: string, body: object): Promise<TestResponse['body']> {
  const { status, body: made } = await account.as.post(`/v2/${kind}`, body);
  expect(status, JSON.stringify(made)).toBe(201);
  return made;
}

const newReport = (title = 'Spend') => make('cost_reports', { title });
const annotate = (reports: { token: string }[], more = {}) =>
  make('annotations', {
    report_tokens: reports.map(({ token }) => token),
    date: '2026-03-01',
    message: 'Released',
    ...more,
  });
const pathOf = ({ token }: { token: string }) => `/v2/annotations/${token}`;
const list = async (query = '', as = account.as) =>
  (await as.get(`/v2/annotations${query}`)).body.annotations;

const deny = (object: { token: string }) =>
  make('access_grants', {
    resource_token: object.token,
    team_token: account.everyone.token,
    access: 'denied',
  });

test('an annotation is called after its first report and its day', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const made = await annotate([two, one, two]);
  expect(made).toEqual({
    token: expect.stringMatching(/^issue_[0-9a-f]{16}$/),
    title: 'Two - 2026-03-01',
    report_tokens: [two.token, one.token],
    date: '2026-03-01',
    message: 'Released',
  });
  const named = await annotate([one], { title: 'Mine' });
  expect(await list()).toEqual([named, made]);
  expect(await list(`?report_token=${two.token}`)).toEqual([made]);
  expect(await list('?report_token=rprt_0000000000000000')).toEqual([]);
  expect((await account.as.get(pathOf(made))).status).toBe(405);
});

test('the report of a segment takes annotations', async () => {
  const segment = await make('segments', { title: 'Company' });
  const made = await annotate([{ token: segment.report_token }]);
  expect(made.title).toBe('Company - 2026-03-01');
});

test('an update keeps what it leaves out; null takes the day away', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const made = await annotate([one]);
  const put = async (body: object) => (await account.as.put(pathOf(made), body)).body;
  expect(await put({ date: null })).toEqual({ ...made, date: null });
  expect(await put({ report_tokens: [two.token, one.token] })).toEqual({
    ...made,
    date: null,
    report_tokens: [two.token, one.token],
  });
  expect(await put({ report_tokens: null, message: 'x', title: 'T' })).toEqual({
    token: made.token,
    title: 'T',
    report_tokens: [two.token, one.token],
    date: null,
    message: 'x',
  });
});

test.each<[string, object, number, string]>([
  ['no reports', { report_tokens: [] }, 400, 'report_tokens does not have a valid value'],
  ['no day', { date: null }, 400, 'date is missing'],
  ['an impossible day', { date: '2026-02-30' }, 400, 'date is invalid'],
  ['a blank message', { message: ' ' }, 422, "message can't be blank"],
  [
    'an endless message',
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
])('refuses %s', async (_, sent, status, message) => {
  const { token } = await newReport();
  const body = { report_tokens: [token], date: '2026-03-01', message: 'm', ...sent };
  const answer = await account.as.post('/v2/annotations', body);
  expect([answer.status, answer.body.errors]).toEqual([status, [message]]);
});

test('an update answers 400 for an unknown report, and for none', async () => {
  const made = await annotate([await newReport()]);
  for (const report_tokens of [['rprt_x'], []]) {
    expect((await account.as.put(pathOf(made), { report_tokens })).status).toBe(400);
  }
});

test('reports that the caller cannot see are left out, with what only they show', async () => {
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

test('writing needs the right to change every report', async () => {
  const report = await newReport();
  const made = await annotate([report]);
  const viewer = await account.newUser('viewer');
  expect(await list('', viewer.as)).toEqual([made]);
  const body = { report_tokens: [report.token], date: '2026-03-01', message: 'm' };
  expect((await viewer.as.post('/v2/annotations', body)).status).toBe(403);
  expect((await viewer.as.put(pathOf(made), { title: 'T' })).status).toBe(403);
  expect((await viewer.as.delete(pathOf(made))).status).toBe(403);
  const editor = await account.newUser('editor');
  expect((await editor.as.put(pathOf(made), { title: 'T' })).status).toBe(200);
  expect((await editor.as.delete(pathOf(made))).status).toBe(204);
});

test('an annotation loses deleted reports and ends with the last', async () => {
  const [one, two] = [await newReport('One'), await newReport('Two')];
  const both = await annotate([one, two]);
  await annotate([one]);
  await account.as.delete(`/v2/cost_reports/${one.token}`);
  expect(await list()).toEqual([{ ...both, report_tokens: [two.token] }]);
  await account.as.delete(`/v2/cost_reports/${two.token}`);
  expect(await list()).toEqual([]);
  const { db } = account.app.services;
  const left = db.selectFrom('annotations').select('token').where('token', '=', both.token);
  expect(await left.execute()).toEqual([]);
});

test('an annotation ends with a tree that held all its reports', async () => {
  const root = await make('segments', { title: 'Root' });
  const leaf = await make('segments', { title: 'Leaf', parent_segment_token: root.token });
  await annotate([{ token: root.report_token }, { token: leaf.report_token }]);
  await account.as.delete(`/v2/segments/${root.token}`);
  expect(await list()).toEqual([]);
});
