import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { importDays, newReport } from '../forecasting.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

// The client has no method that reads one budget.
const readBudget = async (token: string, query = '') =>
  (await account.as.get(`/v2/budgets/${token}${query}`)).body;

test('manages budgets, and their performance is read', async () => {
  await importDays(account, 9, () => [{ service: 'EC2', cost: '10' }]);
  const created = await client.budgets.create({
    name: 'Cloud',
    cost_report_token: await newReport(account),
    periods: [{ start_at: '2026-02-01', end_at: '2026-03-31', amount: 60 }],
  });
  expect(created.performance).toEqual([]);
  expect(await readBudget(created.token)).toEqual(created);
  const { performance } = await readBudget(created.token, '?include_performance=true');
  expect(performance).toEqual([
    { date: 'March, 2026', actual: '50%', amount: '60.0' },
    { date: 'February, 2026', actual: '-100%', amount: '60.0' },
  ]);
  const renamed = await client.budgets.update(created.token, { name: 'All clouds' });
  expect(renamed).toEqual({ ...created, name: 'All clouds' });
  const parent = await client.budgets.create({
    name: 'Company',
    child_budget_tokens: [created.token],
  });
  expect((await client.budgets.list({ q: 'cloud' })).budgets).toEqual([renamed]);
  await client.budgets.delete(created.token);
  expect(await readBudget(parent.token)).toEqual({ ...parent, child_budget_tokens: [] });
  await expect(client.budgets.delete(created.token)).rejects.toMatchObject({ status: 404 });
});

test('manages budget alerts', async () => {
  const budget = await client.budgets.create({ name: 'Watched' });
  const created = await client.budgetAlerts.create({
    budget_tokens: [budget.token],
    threshold: 80,
    duration_in_days: '10',
    user_tokens: [account.owner.token],
  });
  expect(created).toMatchObject({
    budget_tokens: [budget.token],
    workspace_token: account.workspace.token,
    user_token: account.owner.token,
    user_tokens: [account.owner.token],
    duration_in_days: 10,
    threshold: 80,
    period_to_track: 'start_of_the_month',
    integration_provider: null,
    recipient_channels: [],
  });
  expect(await client.budgetAlerts.get(created.token)).toEqual(created);
  const changed = await client.budgetAlerts.update(created.token, { duration_in_days: '' });
  expect(changed).toEqual({ ...created, duration_in_days: null, period_to_track: null });
  const listed = await client.budgetAlerts.list({ budget_token: budget.token });
  expect(listed.budget_alerts).toEqual([changed]);
  expect((await readBudget(budget.token)).budget_alert_tokens).toEqual([created.token]);
  await client.budgetAlerts.delete(created.token);
  await expect(client.budgetAlerts.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('manages report notifications', async () => {
  const created = await client.reportNotifications.create({
    title: 'Weekly costs',
    cost_report_token: await newReport(account),
    user_tokens: [account.owner.token],
    frequency: 'weekly',
    change: 'percentage',
  });
  expect(created).toMatchObject({
    title: 'Weekly costs',
    user_tokens: [account.owner.token],
    recipient_channels: [],
    frequency: 'weekly',
    change: 'percentage',
  });
  expect(await client.reportNotifications.get(created.token)).toEqual(created);
  const changed = await client.reportNotifications.update(created.token, { change: 'dollars' });
  expect(changed).toEqual({ ...created, change: 'dollars' });
  const listed = await client.reportNotifications.list({});
  expect(listed.report_notifications).toEqual([changed]);
  await client.reportNotifications.delete(created.token);
  await expect(client.reportNotifications.get(created.token)).rejects.toMatchObject({
    status: 404,
  });
});
