import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askCosts } from '../../../test/ask-costs.js';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { ask, answer, total } = askCosts(() => account);

describe('currencies', () => {
  const march = { start_date: '2024-03-01', end_date: '2024-03-31', groupings: 'provider' };
  const rate = (base: string, currency: string, date: string, value: string) =>
    account.app.services.db
      .insertInto('exchange_rates')
      .values({
        account_token: account.account.token,
        base_currency_code: base,
        currency_code: currency,
        effective_date: date,
        rate: value,
        updated_at: new Date(),
      })
      .execute();
  const workspace = (body: object) =>
    account.as.put(`/v2/workspaces/${account.workspace.token}`, body);

  beforeEach(async () => {
    account = await newAccount();
    await importCharges(account, [
      { day: '2024-03-10', cost: '100.00' },
      { day: '2024-03-11', cost: '7', currency: 'JPY' },
      { day: '2024-03-12', cost: '0.100000000000000001', provider: 'Microsoft' },
    ]);
  });

  test('costs without a rate stand apart and are in no total', async () => {
    expect(await answer({ ...march, date_bin: 'month' })).toMatchObject({
      total_cost: { amount: '100.100000000000000001', currency: 'USD' },
      unconverted_costs: [{ amount: '7.0', currency: 'JPY' }],
      costs: [
        { amount: '100.0', currency: 'USD', provider: 'aws' },
        { amount: '7.0', currency: 'JPY', provider: 'aws' },
        { amount: '0.100000000000000001', currency: 'USD', provider: 'azure' },
      ],
    });
  });

  test.each([
    ['daily_rate', '90.0'],
    ['end_of_billing_period_rate', '95.0'],
  ])('%s', async (exchange_rate_date, amount) => {
    await workspace({ currency: 'EUR', exchange_rate_date });
    await rate('USD', 'EUR', '2024-03-10', '0.90');
    await rate('USD', 'EUR', '2024-03-31', '0.95');
    const found = await answer({ ...march, filter: "costs.provider = 'aws'" });
    expect(found.total_cost).toEqual({ amount, currency: 'EUR' });
    expect(found.unconverted_costs).toEqual([{ amount: '7.0', currency: 'JPY' }]);
  });

  test('a figure is rounded only where a rate is in it, and all rates are found', async () => {
    await rate('USD', 'JPY', '2024-01-01', '3');
    const found = await answer({ ...march, date_bin: 'month' });
    expect(found).not.toHaveProperty('unconverted_costs');
    expect(found.total_cost.amount).toBe('102.433333333333');
    expect(found.costs.map((cost: { amount: string }) => cost.amount)).toEqual([
      '102.333333333333',
      '0.100000000000000001',
    ]);
  });

  test('without conversion costs are counted in dollars', async () => {
    await workspace({ currency: 'EUR', enable_currency_conversion: false });
    await rate('JPY', 'USD', '2024-01-01', '0.5');
    expect((await answer({ ...march, filter: "costs.provider = 'aws'" })).total_cost).toEqual({
      amount: '103.5',
      currency: 'USD',
    });
  });
});

describe('who sees what', () => {
  let second: string;
  beforeAll(async () => {
    account = await newAccount();
    second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
    const day = '2026-03-01';
    await importCharges(account, [{ day, cost: '1' }]);
    await importCharges(account, [{ day, cost: '2' }], { workspaces: [second] });
    await importCharges(account, [{ day, cost: '4' }], {
      workspaces: [account.workspace.token, second],
    });
    await importCharges(account, [{ day, cost: '8' }], { workspaces: [] });
  });

  test('each workspace shows the integrations assigned to it', async () => {
    expect(await total({ workspace_token: account.workspace.token })).toBe('5.0');
    expect(await total({ workspace_token: second })).toBe('6.0');
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'R',
      workspace_token: second,
    });
    const of = { filter: undefined, cost_report_token: report.token };
    expect(await total({ ...of, workspace_token: 'wrkspc_unknown' })).toBe('6.0');
    const stranger = await newAccount();
    expect((await ask(of, stranger.as)).status).toBe(404);
  });

  test('a workspace must be named where there are several, and be in reach', async () => {
    expect(await ask()).toMatchObject({
      status: 400,
      body: { errors: ['workspace_token is missing'] },
    });
    expect((await ask({ workspace_token: 'wrkspc_unknown' })).status).toBe(404);
    await account.setEveryoneAccess(second, null);
    const { as } = await account.newUser('viewer');
    expect((await ask({ workspace_token: second }, as)).status).toBe(404);
    expect((await ask({}, as)).body.total_cost.amount).toBe('5.0');
  });

  test('neither filter nor report is refused, an unknown report is not found', async () => {
    expect((await ask({ filter: undefined })).status).toBe(400);
    const unknown = { filter: undefined, cost_report_token: 'rprt_0000000000000000' };
    expect((await ask(unknown)).status).toBe(404);
    expect((await ask({ ...unknown, cost_report_token: 'fltr_sgmt_0' })).status).toBe(404);
  });
});
