import { beforeAll, expect, test } from 'vitest';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let report: string;

beforeAll(async () => {
  account = await newAccount();
  report = await newReport(account);
});

const create = (body: object = {}, { as } = account) =>
  as.post('/v2/report_notifications', {
    title: 'Weekly costs',
    cost_report_token: report,
    frequency: 'weekly',
    change: 'percentage',
    ...body,
  });

test('a notification needs only a title, report, frequency and change', async () => {
  const { status, body } = await create({
    workspace_token: 'wrkspc_0000000000000000',
    user_tokens: null,
    recipient_channels: null,
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^rprt_ntfctn_[0-9a-f]{16}$/),
    title: 'Weekly costs',
    cost_report_token: report,
    user_tokens: [],
    team_tokens: [],
    recipient_emails: [],
    channel_tokens: [],
    recipient_channels: [],
    frequency: 'weekly',
    change: 'percentage',
  });
});

test.each([
  [{ title: undefined }, 400],
  [{ title: ' ' }, 422],
  [{ title: 'x'.repeat(256) }, 422],
  [{ cost_report_token: undefined }, 400],
  [{ cost_report_token: 'rprt_0000000000000000' }, 400],
  [{ frequency: undefined }, 400],
  [{ frequency: 'hourly' }, 400],
  [{ change: undefined }, 400],
  [{ change: 'euros' }, 400],
  [{ user_tokens: ['usr_0000000000000000'] }, 400],
  [{ team_tokens: ['team_0000000000000000'] }, 400],
  [{ recipient_emails: ['someone@elsewhere.test'] }, 400],
  [{ recipient_channels: ['#costs'] }, 400],
  [{ channel_tokens: ['chnl_0000000000000000'] }, 400],
])('%j is refused with %i', async (body, status) => {
  expect((await create(body)).status).toBe(status);
});

test('recipients are stored in order, and those of deleted users leave', async () => {
  const [first, second] = [await account.newUser('viewer'), await account.newUser('viewer')];
  const { body } = await create({
    user_tokens: [second.token, first.token],
    team_tokens: [account.everyone.token],
    recipient_emails: ['team@example.com', second.email.toUpperCase()],
  });
  expect(body).toMatchObject({
    user_tokens: [second.token, first.token],
    team_tokens: [account.everyone.token],
    recipient_emails: ['team@example.com', second.email.toUpperCase()],
  });
  const { db } = account.app.services;
  await db.deleteFrom('users').where('token', '=', second.token).execute();
  const left = (await account.as.get(`/v2/report_notifications/${body.token}`)).body;
  expect([left.user_tokens, left.recipient_emails]).toEqual([[first.token], ['team@example.com']]);
});

test('an update keeps what it leaves out, and the list is searched by title', async () => {
  const { body } = await create({ title: 'Monthly review', user_tokens: [account.owner.token] });
  const path = `/v2/report_notifications/${body.token}`;
  const update = { frequency: 'monthly', user_tokens: null, title: '' };
  expect((await account.as.put(path, { frequency: 'yearly' })).status).toBe(400);
  expect((await account.as.put(path, update)).status).toBe(400);
  const changed = await account.as.put(path, { ...update, title: 'Monthly summary' });
  expect(changed.body).toEqual({ ...body, frequency: 'monthly', title: 'Monthly summary' });
  const { body: found } = await account.as.get('/v2/report_notifications?q=SUMMARY');
  expect(found.report_notifications).toEqual([changed.body]);
});

test('a notification follows its report: access, workspace and end', async () => {
  const own = await newReport(account);
  const { body } = await create({ cost_report_token: own });
  const { as: viewer } = await account.newUser('viewer');
  const path = `/v2/report_notifications/${body.token}`;
  expect((await viewer.get(path)).status).toBe(200);
  expect((await viewer.put(path, { title: 'Mine' })).status).toBe(403);
  expect((await create({ cost_report_token: own }, { ...account, as: viewer })).status).toBe(403);
  await account.as.post('/v2/access_grants', {
    resource_token: own,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.get(path)).status).toBe(404);
  expect((await (await newAccount()).as.get(path)).status).toBe(404);
  const { body: second } = await account.as.post('/v2/workspaces', { name: 'Second' });
  const elsewhere = await newReport(account, { workspace_token: second.token });
  await account.as.put(path, { cost_report_token: elsewhere });
  const listed = await account.as.get(`/v2/report_notifications?workspace_token=${second.token}`);
  expect(listed.body.report_notifications).toMatchObject([{ token: body.token }]);
  await account.as.delete(`/v2/cost_reports/${elsewhere}`);
  expect((await account.as.get(path)).status).toBe(404);
});
