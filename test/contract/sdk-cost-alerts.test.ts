import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../cost-fixtures.js';
import { newReport } from '../forecasting.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

// The client has no method that reads one alert: its `get` reads an event.
const readAlert = async (token: string) => (await account.as.get(`/v2/cost_alerts/${token}`)).body;

test('manages cost alerts and reads their events', async () => {
  const report = await newReport(account);
  const created = await client.costAlerts.create({
    title: 'Spikes',
    interval: 'day',
    threshold: 12.5,
    unit_type: 'percentage',
    minimum_threshold: 0.5,
    workspace_token: account.workspace.token,
    report_tokens: [report],
  });
  expect(created).toEqual({
    token: expect.stringMatching(/^cstm_alrt_rl_/),
    title: 'Spikes',
    email_recipients: [],
    slack_channels: [],
    teams_channels: [],
    channel_tokens: [],
    created_at: '2026-03-10T09:00:00Z',
    updated_at: '2026-03-10T09:00:00Z',
    workspace_token: account.workspace.token,
    interval: 'day',
    threshold: 12.5,
    unit_type: 'percentage',
    minimum_threshold: 0.5,
    report_tokens: [report],
  });
  expect(await readAlert(created.token)).toEqual(created);
  const changed = await client.costAlerts.update(created.token, {
    unit_type: 'currency',
    threshold: 99,
    report_tokens: [report],
  });
  expect(changed).toEqual({
    ...created,
    unit_type: 'currency',
    threshold: 99,
    minimum_threshold: null,
  });
  const newest = await client.costAlerts.create({ ...created, minimum_threshold: undefined });
  expect((await client.costAlerts.list({ q: 'spik' })).cost_alerts).toEqual([newest, changed]);
  await importCharges(account, [
    { day: '2026-03-08', cost: '1' },
    { day: '2026-03-09', cost: '100' },
  ]);
  await account.app.jobs.run('evaluate-cost-alerts', { account_token: account.account.token });
  const events = await client.costAlerts.getEvents(created.token, { report_token: report });
  expect(events.cost_alert_events).toMatchObject([{ metadata: { change_in_cost: '99.0' } }]);
  const [event] = events.cost_alert_events;
  expect(await client.costAlerts.getEvent(created.token, event!.token)).toEqual(event);
  expect(await client.costAlerts.get(created.token, event!.token)).toEqual(event);
  await client.costAlerts.delete(created.token);
  await expect(client.costAlerts.delete(created.token)).rejects.toMatchObject({ status: 404 });
});
