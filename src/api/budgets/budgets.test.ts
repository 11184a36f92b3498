import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});
afterAll(() => setTime('2026-03-10T09:00:00Z'));

const create = async (body: object, caller = account.as) =>
  caller.post('/v2/budgets', { name: 'B', workspace_token: account.workspace.token, ...body });

test('periods come back in the order and with the dates sent', async () => {
  const { status, body } = await create({
    periods: [
      { start_at: '2026-02-01T00:00:00.000Z', amount: '12.50' },
      { start_at: '2026-01-01', end_at: '2026-01-31', amount: 100 },
      { start_at: '2025-01-01', end_at: null, amount: 0 },
    ],
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    token: body.token,
    name: 'B',
    workspace_token: account.workspace.token,
    user_token: account.owner.token,
    created_by_token: account.owner.token,
    cost_report_token: null,
    created_at: '2026-03-10T09:00:00Z',
    budget_alert_tokens: [],
    child_budget_tokens: [],
    periods: [
      { start_at: '2026-02-01', end_at: '9999-12-31', amount: '12.5' },
      { start_at: '2026-01-01', end_at: '2026-01-31', amount: '100.0' },
      { start_at: '2025-01-01', end_at: '2025-12-31', amount: '0.0' },
    ],
    performance: [],
  });
  const nulls = { name: 'C', periods: null, child_budget_tokens: null };
  const updated = await account.as.put(`/v2/budgets/${body.token}`, nulls);
  expect(updated.body).toEqual({ ...body, name: 'C' });
  const cleared = await account.as.put(`/v2/budgets/${body.token}`, { periods: [] });
  expect(cleared.body.periods).toEqual([]);
});

test.each([
  [{ name: ' ' }, 422],
  [{ periods: [{ start_at: '2026-01-01', amount: -1 }] }, 400],
  [{ periods: [{ start_at: '2026-01-01', end_at: '2025-12-31', amount: 1 }] }, 400],
  [{ periods: [{ start_at: '2026-02-30', amount: 1 }] }, 400],
  [{ periods: [{ amount: 1 }] }, 400],
  [{ cost_report_token: 'rprt_0000000000000000' }, 400],
  [{ child_budget_tokens: ['bdgt_0000000000000000'] }, 400],
])('%j is refused with %i', async (body, status) => {
  expect((await create(body)).status).toBe(status);
});

test('overlapping periods are refused: 422 on create, 400 on update', async () => {
  const periods = [
    { start_at: '2026-01-01', end_at: '2026-01-31', amount: 1 },
    { start_at: '2026-01-31', amount: 1 },
  ];
  expect((await create({ periods })).status).toBe(422);
  const { body } = await create({});
  const { status } = await account.as.put(`/v2/budgets/${body.token}`, { periods });
  expect(status).toBe(400);
});

test('a budget of children has neither report nor periods, and keeps their order', async () => {
  const report = await newReport(account);
  const periods = [{ start_at: '2026-01-01', amount: 5 }];
  const tokens = [];
  for (const name of ['x', 'y']) tokens.push((await create({ name })).body.token);
  const own = (await create({ cost_report_token: report, periods })).body;
  expect(own.cost_report_token).toBe(report);
  const path = `/v2/budgets/${own.token}`;
  const children = tokens.toReversed();
  const parent = await account.as.put(path, { child_budget_tokens: children, periods });
  expect(parent.body).toMatchObject({
    child_budget_tokens: children,
    cost_report_token: null,
    periods: [],
  });
  const cycle = await account.as.put(`/v2/budgets/${tokens[0]}`, {
    child_budget_tokens: [own.token],
  });
  expect([cycle.status, cycle.body.errors[0]]).toEqual([
    400,
    expect.stringContaining('is already part of this hierarchy'),
  ]);
  const twice = await create({ child_budget_tokens: [own.token, tokens[0]] });
  expect(twice.status).toBe(422);
  await account.as.delete(`/v2/budgets/${tokens[0]}`);
  expect((await account.as.get(path)).body.child_budget_tokens).toEqual([tokens[1]]);
  await account.as.delete(`/v2/budgets/${tokens[1]}`);
  const alone = await account.as.put(path, { child_budget_tokens: [] });
  expect(alone.body).toMatchObject({ child_budget_tokens: [], periods: [] });
});

test('a segment stands for its report, and a deleted report leaves the budget', async () => {
  const segment = (
    await account.as.post('/v2/segments', {
      title: 'Web',
      workspace_token: account.workspace.token,
    })
  ).body;
  const { body } = await create({ cost_report_token: segment.token });
  expect(body.cost_report_token).toBe(segment.token);
  await account.as.delete(`/v2/segments/${segment.token}`);
  const left = await account.as.get(`/v2/budgets/${body.token}`);
  expect([left.status, left.body.cost_report_token]).toEqual([200, null]);
});

test('performance reads the costs of the reports and their forecasts, as in the worked example', async () => {
  setTime('2025-02-18T09:00:00Z');
  const own = await newAccount();
  await importCharges(own, [
    { day: '2024-12-05', service: 'A', cost: '55000.00' },
    { day: '2025-01-05', service: 'A', cost: '1200.00' },
    { day: '2025-02-05', service: 'A', cost: '900.00' },
    { day: '2024-12-05', service: 'B', cost: '800.00' },
    { day: '2025-01-05', service: 'B', cost: '30099.97' },
    { day: '2025-02-05', service: 'B', cost: '30678.50' },
  ]);
  const reportOf = (service: string) =>
    newReport(own, { filter: `costs.provider = 'aws' AND costs.service = '${service}'` });
  const [reportA, reportB] = [await reportOf('A'), await reportOf('B')];
  await storeForecast(own, reportB, ['12000.69', ...Array<string>(8).fill('100'), '65']);
  const make = async (body: object) =>
    (await own.as.post('/v2/budgets', { name: 'B', ...body })).body.token;
  const a = await make({
    cost_report_token: reportA,
    periods: [{ start_at: '2024-12-01', end_at: '2024-12-31', amount: 60_000 }],
  });
  const b = await make({
    cost_report_token: reportB,
    periods: [
      { start_at: '2025-01-01', end_at: '2025-01-31', amount: 30_000 },
      { start_at: '2025-02-01', end_at: '2025-02-28', amount: 40_000 },
    ],
  });
  const parent = await make({ child_budget_tokens: [a, b] });
  const performance = async (token: string) =>
    (await own.as.get(`/v2/budgets/${token}?include_performance=true`)).body.performance;
  expect(await performance(a)).toEqual([
    { date: 'December, 2024', actual: '-8%', amount: '60000.0' },
  ]);
  expect(await performance(b)).toEqual([
    { date: 'February, 2025', actual: '8%', amount: '40000.0' },
    { date: 'January, 2025', actual: '0%', amount: '30000.0' },
  ]);
  expect(await performance(parent)).toEqual([
    { date: 'February, 2025', actual: '11%', amount: '40000.0' },
    { date: 'January, 2025', actual: '4%', amount: '30000.0' },
    { date: 'December, 2024', actual: '-7%', amount: '60000.0' },
  ]);
  setTime('2026-03-10T09:00:00Z');
});

/** Stores the total of a forecast from the day after the one set above. */
async function storeForecast({ app }: Account, cost_report_token: string, amounts: string[]) {
  const { db } = app.services;
  await db
    .insertInto('baseline_forecasts')
    .values({
      cost_report_token,
      fingerprint: 'x',
      computed_at: new Date(),
      first_day: '2025-02-19',
      last_complete_day: '2025-02-17',
      daily_costs: [],
    })
    .execute();
  const series = { provider: 'all', service: 'all', is_total: true, method: null, amounts };
  await db
    .insertInto('baseline_series')
    .values({ cost_report_token, ...series, interval_facts: '{"skipped":0}', scores: '{}' })
    .execute();
}

test('a budget of a hidden report is hidden, and so is every budget above it', async () => {
  const own = await newAccount();
  const { as: viewer } = await own.newUser('viewer');
  const report = await newReport(own);
  const make = async (body: object) =>
    (await own.as.post('/v2/budgets', { name: 'B', workspace_token: own.workspace.token, ...body }))
      .body.token;
  const child = await make({ cost_report_token: report });
  const parent = await make({ child_budget_tokens: [child] });
  const open = await make({});
  const listed = async () =>
    (await viewer.get('/v2/budgets')).body.budgets.map(({ token }: { token: string }) => token);
  expect(await listed()).toEqual([child, parent, open]);
  expect((await viewer.put(`/v2/budgets/${open}`, { name: 'Mine' })).status).toBe(403);
  await own.as.post('/v2/access_grants', {
    resource_token: report,
    team_token: own.everyone.token,
    access: 'denied',
  });
  expect(await listed()).toEqual([open]);
  for (const token of [child, parent]) {
    expect((await viewer.get(`/v2/budgets/${token}?include_performance=true`)).status).toBe(404);
  }
  const { as: editor } = await own.newUser('editor');
  for (const body of [{ cost_report_token: report }, { child_budget_tokens: [child] }]) {
    expect((await editor.post('/v2/budgets', { name: 'B', ...body })).status).toBe(400);
  }
});

test('budgets of other accounts and workspaces are out of reach', async () => {
  const { body } = await create({ name: 'Secret' });
  const stranger = await newAccount();
  expect((await stranger.as.get(`/v2/budgets/${body.token}`)).status).toBe(404);
  expect((await stranger.as.get('/v2/budgets?q=secret')).body.budgets).toEqual([]);
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const report = await newReport(account, { workspace_token: second });
  const moved = await account.as.put(`/v2/budgets/${body.token}`, { cost_report_token: report });
  expect(moved.status).toBe(400);
  const elsewhere = await create({ cost_report_token: report });
  expect(elsewhere.body.workspace_token).toBe(second);
  const mixed = await create({ child_budget_tokens: [body.token, elsewhere.body.token] });
  expect(mixed.status).toBe(400);
});
