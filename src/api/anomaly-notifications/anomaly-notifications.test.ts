import { beforeAll, expect, test } from 'vitest';
import { importDays, newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let report: string;

beforeAll(async () => {
  account = await newAccount();
  report = await newReport(account);
});

const create = (body: object = {}) =>
  account.as.post('/v2/anomaly_notifications', { cost_report_token: report, ...body });

test('a notification without settings reports every rise to nobody', async () => {
  const { status, body } = await create();
  expect([status, body]).toEqual([
    201,
    {
      token: expect.stringMatching(/^rprt_alrt_/),
      cost_report_token: report,
      created_at: '2026-03-10T09:00:00Z',
      updated_at: '2026-03-10T09:00:00Z',
      threshold: 0,
      user_tokens: [],
      team_tokens: [],
      recipient_emails: [],
      channel_tokens: [],
      recipient_channels: [],
    },
  ]);
});

test.each([
  { cost_report_token: undefined },
  { cost_report_token: 'rprt_0000000000000000' },
  { threshold: -1 },
  { threshold: 1.5 },
  { user_tokens: ['usr_0000000000000000'] },
  { team_tokens: ['team_0000000000000000'] },
  { recipient_emails: ['someone@elsewhere.test'] },
  { channel_tokens: ['chnl_0000000000000000'] },
  { recipient_channels: ['#costs'] },
])('%j is refused', async (body) => {
  expect((await create(body)).status).toBe(400);
});

test('recipients are kept in order, null leaves them, an empty list clears them', async () => {
  const [first, second] = [await account.newUser('viewer'), await account.newUser('viewer')];
  const { body } = await create({
    user_tokens: [second.token, first.token],
    recipient_emails: [second.email],
    recipient_channels: [],
  });
  const path = `/v2/anomaly_notifications/${body.token}`;
  const kept = await account.as.put(path, { user_tokens: null, threshold: 25 });
  expect(kept.body).toMatchObject({ threshold: 25, user_tokens: [second.token, first.token] });
  await account.app.services.db.deleteFrom('users').where('token', '=', second.token).execute();
  const left = (await account.as.get(path)).body;
  expect([left.user_tokens, left.recipient_emails]).toEqual([[first.token], []]);
  expect((await account.as.put(path, { user_tokens: [] })).body.user_tokens).toEqual([]);
});

test('a notification follows its report: list, access and end', async () => {
  const own = await newReport(account);
  const { body } = await create({ cost_report_token: own });
  const path = `/v2/anomaly_notifications/${body.token}`;
  const listed = await account.as.get(`/v2/anomaly_notifications?cost_report_token=${own}`);
  expect(listed.body.anomaly_notifications).toEqual([body]);
  const viewer = await account.newUser('viewer');
  expect((await viewer.as.get(path)).status).toBe(200);
  expect((await viewer.as.put(path, { threshold: 1 })).status).toBe(403);
  await account.as.post('/v2/access_grants', {
    resource_token: own,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.as.get(path)).status).toBe(404);
  await account.as.delete(`/v2/cost_reports/${own}`);
  expect((await account.as.get(path)).status).toBe(404);
});

test('a backtest lists the days on which a threshold would have been reached', async () => {
  const costs = Array.from({ length: 60 }, () => '100')
    .with(40, '180')
    .with(50, '300');
  let index = 0;
  await importDays(account, 60, () => [{ service: 'EC2', cost: costs[index++]! }]);
  const backtest = async (body: object) =>
    (await account.as.post('/v2/anomaly_notifications/backtest', body)).body;
  const all = await backtest({ cost_report_token: report });
  expect(all).toMatchObject({
    start_date: '2025-12-10',
    end_date: '2026-03-09',
    currency: 'USD',
    anomaly_count: 2,
    reported_count: 2,
    days: [
      { date: '2026-02-28', anomalies: [{ amount: '300.0', previous_amount: '100.0' }] },
      { date: '2026-02-18', anomalies: [{ amount: '180.0', expected_amount: '100.0' }] },
    ],
  });
  const large = await backtest({ cost_report_token: report, threshold: 81 });
  expect([large.anomaly_count, large.reported_count]).toEqual([2, 1]);
  const recent = await backtest({ cost_report_token: report, days: 5 });
  expect([recent.anomaly_count, recent.days]).toEqual([0, []]);
  const stored = await account.as.get(`/v2/anomaly_alerts?cost_report_token=${report}`);
  expect(stored.body.anomaly_alerts).toEqual([]);
});
