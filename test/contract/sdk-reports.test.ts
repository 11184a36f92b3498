import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

// The client's types require both end dates, even for a report without any.
const noDates = { end_date: '', previous_period_end_date: '' };

test('manages cost reports', async () => {
  const workspace_token = account.workspace.token;
  const filter = await client.savedFilters.create({ title: 'AWS', workspace_token });
  const folder = await client.folders.create({ title: 'Reports', workspace_token });
  const created = await client.costReports.create({
    ...noDates,
    title: 'Spend',
    folder_token: folder.token,
    saved_filter_tokens: [filter.token],
    groupings: 'provider,service',
    filter: "costs.provider = 'aws'",
    date_interval: 'last_30_days',
    settings: { include_credits: true },
  });
  expect(created).toMatchObject({
    workspace_token,
    groupings: 'provider,service',
    start_date: '2026-02-09',
    end_date: '2026-03-10',
    settings: { include_credits: true, amortize: true },
  });
  expect(await client.costReports.get(created.token)).toEqual(created);
  const { cost_reports } = await client.costReports.list({
    folder_token: folder.token,
    q: undefined,
  });
  expect(cost_reports).toEqual([created]);
  const updated = await client.costReports.update(created.token, {
    title: 'Custom',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    date_bin: 'day',
  });
  expect(updated).toEqual({
    ...created,
    title: 'Custom',
    date_interval: 'custom',
    start_date: '2026-01-01',
    end_date: '2026-01-31',
    date_bin: 'day',
  });
  expect((await client.savedFilters.get(filter.token)).cost_report_tokens).toEqual([created.token]);
  await client.costReports.delete(created.token);
  await expect(client.costReports.get(created.token)).rejects.toMatchObject({
    status: 404,
    errors: ['Cost Report not found'],
  });
});

test('reads the forecast of a report', async () => {
  const report = await client.costReports.create({ ...noDates, title: 'Forecast' });
  const response = await client.costReports.getForecastedCosts(report.token, { provider: 'aws' });
  expect(response).toMatchObject({ forecasted_costs: [], currency: 'USD' });
});
