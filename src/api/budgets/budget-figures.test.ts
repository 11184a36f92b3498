import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let tokens: { a: string; b: string; parent: string; free: string };

beforeAll(async () => {
  setTime('2025-02-18T09:00:00Z');
  account = await newAccount();
  await importCharges(account, [
    { day: '2024-12-05', service: 'A', cost: '55000.00' },
    { day: '2025-01-05', service: 'A', cost: '1200.00' },
    { day: '2025-02-05', service: 'A', cost: '900.00' },
    { day: '2024-12-05', service: 'B', cost: '800.00' },
    { day: '2025-01-05', service: 'B', cost: '30099.97' },
    { day: '2025-02-05', service: 'B', cost: '30678.50' },
  ]);
  const reportOf = (service: string) =>
    newReport(account, { filter: `costs.provider = 'aws' AND costs.service = '${service}'` });
  const make = async (body: object) =>
    (
      await account.as.post('/v2/budgets', {
        name: 'B',
        workspace_token: account.workspace.token,
        ...body,
      })
    ).body.token;
  const a = await make({
    name: 'A',
    cost_report_token: await reportOf('A'),
    periods: [{ start_at: '2024-12-01', end_at: '2024-12-31', amount: 60_000 }],
  });
  const b = await make({
    cost_report_token: await reportOf('B'),
    periods: [
      { start_at: '2025-01-01', end_at: '2025-01-31', amount: 30_000 },
      { start_at: '2025-02-01', end_at: '2025-02-28', amount: 40_000 },
    ],
  });
  const parent = await make({ name: 'Parent', child_budget_tokens: [a, b] });
  tokens = { a, b, parent, free: await make({ name: 'Free' }) };
});
afterAll(() => setTime('2026-03-10T09:00:00Z'));

const months = async (token: string) => (await account.as.get(`/v2/budgets/${token}/months`)).body;

test('month-to-date, year-to-date and total figures are those of the worked example', async () => {
  const ofB = await months(tokens.b);
  expect(ofB.month_to_date).toEqual({
    amount: '25714.29',
    spend: '30678.5',
    percent_used: '119.31',
  });
  const ofParent = await months(tokens.parent);
  expect(ofParent.total_to_date).toEqual({
    amount: '115714.29',
    spend: '118678.47',
    percent_used: '102.56',
  });
  expect(ofParent.year_to_date).toMatchObject({ amount: '55714.29', spend: '62878.47' });
  expect(ofParent.currency).toBe('USD');
});

test('months run from the first budget to five months ahead', async () => {
  const { months: rows } = await months(tokens.parent);
  expect(rows.map((row: { month: string }) => row.month)).toEqual([
    '2024-12-01',
    '2025-01-01',
    '2025-02-01',
    '2025-03-01',
    '2025-04-01',
    '2025-05-01',
    '2025-06-01',
    '2025-07-01',
  ]);
  expect(rows[1]).toEqual({
    month: '2025-01-01',
    amount: '30000.0',
    spend: '31299.97',
    forecast: null,
    forecast_from: null,
    exceeded_on: expect.stringMatching(/^2025-01-/),
    percent_used: '104.33',
    state: 'over',
  });
  expect(rows[3]).toMatchObject({ amount: null, spend: null, state: null });
});

test('without a forecast, a budget is at risk once its share until today is spent', async () => {
  const { body } = await account.as.get(
    `/v2/budgets/status?workspace_token=${account.workspace.token}`,
  );
  const states = Object.fromEntries(
    body.budget_status.map((each: { name: string; state: string }) => [each.name, each.state]),
  );
  expect(states).toEqual({ A: null, B: 'at_risk', Parent: 'at_risk', Free: null });
  const free = body.budget_status.find(
    (each: { budget_token: string }) => each.budget_token === tokens.free,
  );
  expect(free).toMatchObject({ amount: null, spend: null, forecast: null, percent_used: null });
});

test('events list what fired with the state of its messages, and only to those who see it', async () => {
  const created = await account.as.post('/v2/budget_alerts', {
    budget_tokens: [tokens.b, tokens.parent],
    threshold: 75,
    duration_in_days: '',
    user_tokens: [account.owner.token],
  });
  expect(created.status).toBe(201);
  await account.app.jobs.run('evaluate-rules', { account_token: account.account.token });
  const path = '/v2/budget_alerts/events';
  const { body } = await account.as.get(`${path}?budget_token=${tokens.b}`);
  expect(body.budget_alert_events).toEqual([
    {
      budget_alert_token: created.body.token,
      budget_token: tokens.b,
      budget_name: 'B',
      month: '2025-02-01',
      date: '2025-02-18',
      threshold: 75,
      spend: '30678.5',
      amount: '40000.0',
      percent_used: '76.69',
      measure: 'spend',
      forecast: null,
      forecast_from: null,
      exceeded_on: null,
      currency: 'USD',
      delivered: true,
      messages: { sent: 0, waiting: 1, failed: 0 },
      created_at: '2025-02-18T09:00:00Z',
    },
  ]);
  const all = await account.as.get(`${path}?budget_alert_token=${created.body.token}&limit=1`);
  expect(all.body.budget_alert_events).toHaveLength(1);
  expect(all.body.links.next).toContain('page=2');
  const stranger = await newAccount();
  expect((await stranger.as.get(path)).body.budget_alert_events).toEqual([]);
  const { as: viewer } = await account.newUser('viewer');
  expect((await viewer.get(path)).body.budget_alert_events).toHaveLength(2);
  const [{ cost_report_token: report }] = (await account.as.get('/v2/budgets?q=b')).body.budgets;
  await account.as.post('/v2/access_grants', {
    resource_token: report,
    team_token: account.everyone.token,
    access: 'denied',
  });
  expect((await viewer.get(path)).body.budget_alert_events).toEqual([]);
});
