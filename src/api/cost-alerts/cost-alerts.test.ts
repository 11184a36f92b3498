import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let report: string;

beforeAll(async () => {
  account = await newAccount();
  report = await newReport(account, { groupings: 'region' });
});

const settings = (body: object = {}) => ({
  title: 'Spikes',
  interval: 'day',
  threshold: 15,
  unit_type: 'percentage',
  workspace_token: account.workspace.token,
  report_tokens: [report],
  ...body,
});
const create = (body: object = {}) => account.as.post('/v2/cost_alerts', settings(body));

test.each([
  { title: undefined },
  { title: ' ' },
  { interval: 'year' },
  { interval: undefined },
  { threshold: 0 },
  { threshold: -1 },
  { threshold: '15' },
  { threshold: undefined },
  { unit_type: 'units' },
  { minimum_threshold: -1 },
  { unit_type: 'currency', minimum_threshold: 5 },
  { workspace_token: undefined },
  { workspace_token: 'wrkspc_0000000000000000' },
  { report_tokens: undefined },
  { report_tokens: [] },
  { report_tokens: ['rprt_0000000000000000'] },
  { report_tokens: Array.from({ length: 11 }, (_, index) => `rprt_${index}`) },
  { email_recipients: ['someone@elsewhere.test'] },
  { email_recipients: ['nobody'] },
])('%j is refused', async (body) => {
  expect((await create(body)).status).toBe(400);
});

test('a report of another workspace is refused, and so is a repeated one', async () => {
  const { body: other } = await account.as.post('/v2/workspaces', { name: 'Other' });
  const elsewhere = await newReport(account, { workspace_token: other.token });
  expect((await create({ report_tokens: [elsewhere] })).status).toBe(400);
  expect((await create({ report_tokens: [report, report] })).status).toBe(400);
});

test('lists keep their order, null leaves them, and the minimum is cleared by null or currency', async () => {
  const email_recipients = ['b@example.com', account.owner.email];
  for (const [kind, name] of [
    ['slack', '#b'],
    ['slack', 'a'],
    ['teams', 'General'],
  ]) {
    const url = `https://chat.example.com/${name!.replace('#', '')}`;
    const channel = { kind, name, settings: {}, secret: url };
    const { status } = await account.as.post('/v2/channels', {
      ...channel,
      workspace_token: account.workspace.token,
    });
    expect(status).toBe(201);
  }
  const { status, body } = await create({
    minimum_threshold: 12.34,
    email_recipients,
    slack_channels: ['#b', 'a'],
    teams_channels: ['General'],
  });
  expect([status, body.minimum_threshold]).toEqual([201, 12.34]);
  const path = `/v2/cost_alerts/${body.token}`;
  const update = async (changes: object) =>
    (await account.as.put(path, { report_tokens: [report], ...changes })).body;
  const kept = await update({ email_recipients: null, slack_channels: null, teams_channels: null });
  expect(kept).toEqual(body);
  expect((await update({ slack_channels: [] })).slack_channels).toEqual([]);
  expect((await update({ minimum_threshold: null })).minimum_threshold).toBeNull();
  await update({ minimum_threshold: 3 });
  expect(await update({ unit_type: 'currency' })).toMatchObject({
    unit_type: 'currency',
    minimum_threshold: null,
    email_recipients,
  });
  const refused = await account.as.put(path, { report_tokens: [report], minimum_threshold: 1 });
  expect(refused.status).toBe(400);
  const withoutReports = await account.as.put(path, { title: 'Other' });
  expect([withoutReports.status, withoutReports.body.errors]).toEqual([
    400,
    ['report_tokens is missing'],
  ]);
  expect((await account.as.put(path, { report_tokens: [] })).status).toBe(400);
});

test('the address of a deleted user leaves the list', async () => {
  const user = await account.newUser('viewer');
  const { body } = await create({
    email_recipients: [user.email.toUpperCase(), account.owner.email],
  });
  await account.app.services.db.deleteFrom('users').where('token', '=', user.token).execute();
  const left = (await account.as.get(`/v2/cost_alerts/${body.token}`)).body;
  expect(left.email_recipients).toEqual([account.owner.email]);
});

test('an alert and its events are hidden with one of its reports', async () => {
  const hidden = await newReport(account);
  const { body } = await create({ report_tokens: [report, hidden] });
  const { as: viewer } = await account.newUser('viewer');
  const path = `/v2/cost_alerts/${body.token}`;
  expect((await viewer.get(path)).status).toBe(200);
  expect((await viewer.put(path, { report_tokens: [report] })).status).toBe(403);
  await account.as.post('/v2/access_grants', {
    resource_token: hidden,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.get(path)).status).toBe(404);
  expect((await viewer.get(`${path}/events`)).status).toBe(404);
  const backtest = settings({ report_tokens: [hidden] });
  expect((await viewer.post('/v2/cost_alerts/backtest', backtest)).status).not.toBe(200);
});

test('an event is found under its own alert only', async () => {
  const watched = await newAccount();
  const own = await newReport(watched);
  await importCharges(watched, [
    { day: '2026-03-08', cost: '1' },
    { day: '2026-03-09', cost: '2' },
  ]);
  const body = settings({ workspace_token: watched.workspace.token, report_tokens: [own] });
  const [first, second] = [
    (await watched.as.post('/v2/cost_alerts', body)).body.token,
    (await watched.as.post('/v2/cost_alerts', body)).body.token,
  ];
  await watched.app.jobs.run('evaluate-cost-alerts', { account_token: watched.account.token });
  const { cost_alert_events: events } = (await watched.as.get(`/v2/cost_alerts/${first}/events`))
    .body;
  expect(events).toHaveLength(1);
  const of = (alert: string) =>
    watched.as.get(`/v2/cost_alerts/${alert}/events/${events[0].token}`);
  expect([(await of(first)).status, (await of(second)).status]).toEqual([200, 404]);
});

test('a backtest lists the days on which an alert would have reported something', async () => {
  const costs = [100, 100, 130, 130, 20];
  await importCharges(
    account,
    costs.map((cost, at) => ({ day: `2026-03-0${at + 1}`, cost: String(cost), region: 'r' })),
  );
  const backtest = (body: object) =>
    account.as.post('/v2/cost_alerts/backtest', settings({ title: undefined, ...body }));
  const { status, body } = await backtest({ threshold: 30, start_date: '2026-02-01' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    start_date: '2026-02-01',
    end_date: '2026-03-09',
    complete_through: '2026-03-05',
    event_count: 2,
    days: [
      {
        date: '2026-03-03',
        event_count: 1,
        events: [
          {
            report_token: report,
            description: 'Day over day costs for r increased by 30.0% ($30.0).',
            metadata: { change_in_cost: '30.0', groupings: ['r'], interval_start: '2026-03-03' },
          },
        ],
      },
      { date: '2026-03-05', events: [{ metadata: { change_in_cost: '-110.0' } }] },
    ],
  });
  const quiet = await backtest({ threshold: 30, minimum_threshold: 111 });
  expect(quiet.body).toMatchObject({ start_date: '2025-12-10', event_count: 0, days: [] });
  const range = (start_date: string, end_date: string) => backtest({ start_date, end_date });
  expect((await range('2026-03-02', '2026-03-01')).status).toBe(400);
  expect((await range('2025-02-01', '2026-03-01')).status).toBe(400);
  expect((await range('2025-02-01', '2026-02-28')).status).toBe(200);
});
