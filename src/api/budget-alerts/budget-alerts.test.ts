import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let budget: string;

beforeAll(async () => {
  account = await newAccount();
  budget = await newBudget();
});

const newBudget = async (body: object = {}, of = account): Promise<string> =>
  (
    await of.as.post('/v2/budgets', {
      name: 'B',
      workspace_token: of.workspace.token,
      ...body,
    })
  ).body.token;

const create = (body: object = {}) =>
  account.as.post('/v2/budget_alerts', {
    budget_tokens: [budget],
    threshold: 80,
    duration_in_days: '',
    ...body,
  });

test.each([
  ['', null, null],
  [null, null, null],
  ['1', 1, 'start_of_the_month'],
  [31, 31, 'start_of_the_month'],
])('a duration of %j is stored as %j', async (sent, duration_in_days, period_to_track) => {
  const { status, body } = await create({ duration_in_days: sent });
  expect([status, body.duration_in_days, body.period_to_track]).toEqual([
    201,
    duration_in_days,
    period_to_track,
  ]);
});

test.each([
  { duration_in_days: undefined },
  { duration_in_days: '0' },
  { duration_in_days: '32' },
  { duration_in_days: '1.5' },
  { threshold: -1 },
  { threshold: 1.5 },
  { threshold: undefined },
  { budget_tokens: [] },
  { budget_tokens: ['bdgt_0000000000000000'] },
  { period_to_track: 'middle' },
  { user_tokens: ['usr_0000000000000000'] },
  { team_tokens: ['team_0000000000000000'] },
  { recipient_emails: ['someone@elsewhere.test'] },
  { recipient_emails: ['nobody'] },
  { recipient_channels: ['#costs'] },
  { channel_tokens: ['chnl_0000000000000000'] },
])('%j is refused', async (body) => {
  expect((await create(body)).status).toBe(400);
});

test('recipients are stored in order, and those of deleted users leave', async () => {
  const [first, second] = [await account.newUser('viewer'), await account.newUser('viewer')];
  const { body } = await create({
    user_tokens: [second.token, first.token],
    team_tokens: [account.everyone.token],
    recipient_emails: ['team@example.com', second.email.toUpperCase()],
  });
  expect(body).toMatchObject({
    team_tokens: [account.everyone.token],
    user_tokens: [second.token, first.token],
    recipient_emails: ['team@example.com', second.email.toUpperCase()],
  });
  const { db } = account.app.services;
  await db.deleteFrom('users').where('token', '=', second.token).execute();
  const left = (await account.as.get(`/v2/budget_alerts/${body.token}`)).body;
  expect([left.user_tokens, left.recipient_emails]).toEqual([[first.token], ['team@example.com']]);
});

test('an alert follows its budgets: access, workspace and end', async () => {
  const report = await newReport(account);
  const [own, other] = [await newBudget({ cost_report_token: report }), await newBudget()];
  const { body } = await create({ budget_tokens: [own, other] });
  const { as: viewer } = await account.newUser('viewer');
  const path = `/v2/budget_alerts/${body.token}`;
  expect((await viewer.get(path)).status).toBe(200);
  expect((await viewer.put(path, { threshold: 1 })).status).toBe(403);
  await account.as.post('/v2/access_grants', {
    resource_token: report,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.get(path)).status).toBe(404);
  expect((await (await newAccount()).as.get(path)).status).toBe(404);
  await account.as.delete(`/v2/budgets/${own}`);
  expect((await viewer.get(path)).body.budget_tokens).toEqual([other]);
  await account.as.delete(`/v2/budgets/${other}`);
  expect((await account.as.get(path)).status).toBe(404);
});

test('a backtest lists the days on which an alert would have reported its budget', async () => {
  const watched = await newAccount();
  const report = await newReport(watched);
  await importCharges(
    watched,
    ['2026-01-20', '2026-02-03', '2026-02-09', '2026-03-02'].map((day, at) => ({
      day,
      cost: ['700', '500', '400', '900'][at]!,
    })),
  );
  const periods = [{ start_at: '2026-01-01', amount: 1000 }];
  const own = await newBudget({ cost_report_token: report, periods }, watched);
  const backtest = async (body: object) =>
    (
      await watched.as.post('/v2/budget_alerts/backtest', {
        budget_tokens: [own],
        threshold: 80,
        duration_in_days: '',
        ...body,
      })
    ).body;
  expect(await backtest({})).toEqual({
    start_date: '2025-12-10',
    end_date: '2026-03-09',
    days: [
      {
        date: '2026-02-09',
        budget_token: own,
        spend: '900.0',
        amount: '1000.0',
        percent_used: '90.0',
      },
      {
        date: '2026-03-02',
        budget_token: own,
        spend: '900.0',
        amount: '1000.0',
        percent_used: '90.0',
      },
    ],
  });
  const dates = async (body: object) =>
    (await backtest(body)).days.map((day: { date: string }) => day.date);
  expect(await dates({ duration_in_days: '5' })).toEqual(['2026-03-02']);
  const end = { duration_in_days: '5', period_to_track: 'end_of_the_month', threshold: 70 };
  expect(await dates(end)).toEqual(['2026-01-27', '2026-02-24']);
  const hidden = await watched.as.post('/v2/budget_alerts/backtest', {
    budget_tokens: [budget],
    threshold: 80,
    duration_in_days: '',
  });
  expect(hidden.status).toBe(400);
});
