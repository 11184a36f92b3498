import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
  const day = '2026-03-01';
  await importCharges(
    account,
    [
      {
        day,
        cost: '1.50',
        service: 'EC2',
        account: '1',
        tags: { team: 'web' },
        usage: '2',
        unit: 'Hrs',
      },
      { day: '2026-03-02', cost: '4.25', service: 'S3', account: '1' },
    ],
    { provider: 'aws' },
  );
});

test('reads costs by filter', async () => {
  const { total_cost, costs, links } = await client.costs.list({
    filter: "costs.provider = 'aws'",
    groupings: ['service', 'tag:team'] as never,
    start_date: '2026-03-01',
    end_date: undefined,
    order: 'asc',
    limit: 1,
  });
  expect(total_cost).toEqual({ amount: '5.75', currency: 'USD' });
  expect(costs).toEqual([
    {
      accrued_at: '2026-03-01',
      amount: '1.5',
      currency: 'USD',
      service: 'EC2',
      tag: 'web',
      tags: ['team:web'],
    },
  ]);
  expect(new URL(links!.next!).searchParams.get('page')).toBe('2');
});

test('reads costs of a report with overridden settings', async () => {
  const report = await client.costReports.create({
    title: 'Month',
    workspace_token: account.workspace.token,
    filter: "costs.provider = 'aws'",
    date_bin: 'month',
  } as never);
  const { costs, total_usage } = await client.costs.list({
    cost_report_token: report.token,
    'settings[aggregate_by]': 'usage',
    'settings[amortize]': false,
  });
  expect(total_usage).toEqual([{ amount: '2.0', unit: 'Hours' }]);
  expect(costs.map((cost) => [cost.accrued_at, cost.amount])).toEqual([
    ['2026-03-01', '4.25'],
    ['2026-03-01', '1.5'],
  ]);
});

test('lists providers, accounts and services', async () => {
  expect((await client.costProviders.list({})).cost_providers).toEqual([
    { name: 'AWS', key: 'aws' },
  ]);
  const { cost_provider_accounts } = await client.costProviderAccounts.list({ provider: 'aws' });
  expect(cost_provider_accounts).toEqual([
    { title: '1', account_id: '1', provider_uuid: '1', provider: 'aws' },
  ]);
  expect((await client.costServices.list({})).cost_services).toEqual([
    { name: 'EC2', provider: 'aws' },
    { name: 'S3', provider: 'aws' },
  ]);
});

test('reads and changes tags', async () => {
  const tag = { tag_key: 'team', hidden: false, preferred: false, providers: ['aws'] };
  expect((await client.tags.list({ providers: ['aws'] as never })).tags).toEqual([tag]);
  expect((await client.tags.getValues('team', {})).tag_values).toEqual([
    { tag_value: 'web', providers: ['aws'] },
  ]);
  const changed = await client.request('/v2/tags', 'PUT', { tag_key: 'team', preferred: true });
  expect(changed).toEqual({ tags: [{ ...tag, preferred: true }] });
});

test('receives errors', async () => {
  const rejected = await client.costs.list({ filter: 'costs.provider' }).catch((error) => error);
  expect(rejected).toMatchObject({ status: 400, errors: [expect.stringMatching(/^Invalid VQL/)] });
});
