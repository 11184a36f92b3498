import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { costRequests } from '../../../test/cost-requests.js';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
const { requestCosts, readCosts, total } = costRequests(() => account);

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

  test('costs without a rate are reported separately and not included in the total', async () => {
    expect(await readCosts({ ...march, date_bin: 'month' })).toMatchObject({
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
    const found = await readCosts({ ...march, filter: "costs.provider = 'aws'" });
    expect(found.total_cost).toEqual({ amount, currency: 'EUR' });
    expect(found.unconverted_costs).toEqual([{ amount: '7.0', currency: 'JPY' }]);
  });

  test('only converted amounts are rounded, and inverse rates are used', async () => {
    await rate('USD', 'JPY', '2024-01-01', '3');
    const found = await readCosts({ ...march, date_bin: 'month' });
    expect(found).not.toHaveProperty('unconverted_costs');
    expect(found.total_cost.amount).toBe('102.433333333333');
    expect(found.costs.map((cost: { amount: string }) => cost.amount)).toEqual([
      '102.333333333333',
      '0.100000000000000001',
    ]);
  });

  test('without currency conversion, costs are in US dollars', async () => {
    await workspace({ currency: 'EUR', enable_currency_conversion: false });
    await rate('JPY', 'USD', '2024-01-01', '0.5');
    expect((await readCosts({ ...march, filter: "costs.provider = 'aws'" })).total_cost).toEqual({
      amount: '103.5',
      currency: 'USD',
    });
  });
});

describe('workspaces', () => {
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

  test('each workspace contains the costs of the integrations assigned to it', async () => {
    expect(await total({ workspace_token: account.workspace.token })).toBe('5.0');
    expect(await total({ workspace_token: second })).toBe('6.0');
    const { body: report } = await account.as.post('/v2/cost_reports', {
      title: 'R',
      workspace_token: second,
    });
    const of = { filter: undefined, cost_report_token: report.token };
    expect(await total({ ...of, workspace_token: 'wrkspc_unknown' })).toBe('6.0');
    const other = await newAccount();
    expect((await requestCosts(of, other.as)).status).toBe(404);
  });

  test('workspace_token is required if there are several, and must be accessible', async () => {
    expect(await requestCosts()).toMatchObject({
      status: 400,
      body: { errors: ['workspace_token is missing'] },
    });
    expect((await requestCosts({ workspace_token: 'wrkspc_unknown' })).status).toBe(404);
    await account.setEveryoneAccess(second, null);
    const { as } = await account.newUser('viewer');
    expect((await requestCosts({ workspace_token: second }, as)).status).toBe(404);
    expect((await requestCosts({}, as)).body.total_cost.amount).toBe('5.0');
  });

  test('filter or cost_report_token is required, and the report must exist', async () => {
    expect((await requestCosts({ filter: undefined })).status).toBe(400);
    const unknown = { filter: undefined, cost_report_token: 'rprt_0000000000000000' };
    expect((await requestCosts(unknown)).status).toBe(404);
    expect((await requestCosts({ ...unknown, cost_report_token: 'fltr_sgmt_0' })).status).toBe(404);
  });
});
