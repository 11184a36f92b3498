import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { newAnomaly } from '../anomalies.js';
import { newReport } from '../forecasting.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

test('reads anomaly alerts and sets their status', async () => {
  const report = await newReport(account);
  const token = await newAnomaly(account, { report });
  const listed = await client.anomalyAlerts.list({
    cost_report_token: report,
    start_date: '2026-03-08T00:00:00Z',
    service: 'ec2',
  });
  const found = await client.anomalyAlerts.get(token);
  expect(listed.anomaly_alerts).toEqual([found]);
  expect(found).toMatchObject({
    amount: '165.0',
    previous_amount: '102.0',
    seven_day_average: '101.0',
    status: 'active',
    resources: [],
    resource_tokens: [],
  });
  const changed = await client.anomalyAlerts.update(token, {
    status: 'archived',
    feedback: 'Planned',
  });
  expect(changed).toEqual({ ...found, status: 'archived', feedback: 'Planned' });
});

test('manages anomaly notifications', async () => {
  const report = await newReport(account);
  const created = await client.anomalyNotifications.create({
    cost_report_token: report,
    threshold: 50,
    user_tokens: [account.owner.token],
  });
  expect(created).toMatchObject({
    cost_report_token: report,
    threshold: 50,
    user_tokens: [account.owner.token],
    recipient_channels: [],
  });
  expect(await client.anomalyNotifications.get(created.token)).toEqual(created);
  const changed = await client.anomalyNotifications.update(created.token, { threshold: 75 });
  expect(changed).toEqual({ ...created, threshold: 75 });
  const listed = await client.anomalyNotifications.list({ cost_report_token: report });
  expect(listed.anomaly_notifications).toEqual([changed]);
  await client.anomalyNotifications.delete(created.token);
  const reading = client.anomalyNotifications.get(created.token);
  await expect(reading).rejects.toMatchObject({ status: 404 });
});
