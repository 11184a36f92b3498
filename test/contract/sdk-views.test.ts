import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { importCharges } from '../cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// The published TypeScript client, unmodified, over a listening socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
  await importCharges(account, [
    { day: '2026-03-02', cost: '300', account: '42' },
    { day: '2026-03-02', cost: '100', account: '7' },
    { day: '2026-03-03', cost: '50', provider: 'Google Cloud' },
  ]);
});

const noDates = { end_date: '', previous_period_end_date: '' };

test('drives segments, and reads the costs of their reports', async () => {
  const company = await client.segments.create({ title: 'Company', track_unallocated: true });
  const opex = await client.segments.create({
    title: 'OPEX',
    priority: 10,
    filter: "costs.provider = 'aws'",
    parent_segment_token: company.token,
    track_unallocated: false,
  });
  expect(opex).toMatchObject({ parent_segment_token: company.token, description: '' });
  expect(opex).not.toHaveProperty('report_settings');
  expect(await client.segments.get(company.token)).toEqual(company);
  expect((await client.segments.list({ q: 'OPEX' })).segments).toEqual([opex]);
  const read = async () => {
    const { costs, total_cost } = await client.costs.list({
      cost_report_token: company.report_token!,
      date_bin: 'month',
    });
    const rows = costs.map((cost) => [(cost as { segment?: string }).segment, cost.amount]);
    return { rows, total: (total_cost as { amount: string }).amount };
  };
  expect(await read()).toEqual({
    rows: [
      ['OPEX', '400.0'],
      ['Unallocated', '50.0'],
    ],
    total: '450.0',
  });
  const updated = await client.segments.update(company.token, {
    title: 'Company 2',
    track_unallocated: false,
    report_settings: { include_tax: false },
  });
  expect(updated).toMatchObject({
    title: 'Company 2',
    report_settings: { include_tax: false, amortize: true },
  });
  expect((await read()).total).toBe('400.0');
  await client.segments.delete(company.token);
  await expect(client.segments.get(opex.token)).rejects.toMatchObject({ status: 404 });
  await expect(client.costReports.get(company.report_token!)).rejects.toMatchObject({
    status: 404,
    errors: ['Cost Report not found'],
  });
});

test('drives dashboards', async () => {
  const report = await client.costReports.create({ ...noDates, title: 'Spend' });
  const filter = await client.savedFilters.create({
    title: 'AWS',
    filter: "costs.provider = 'aws'",
  });
  const made = await client.dashboards.create({
    title: 'Overview',
    widgets: [{ widgetable_token: report.token, settings: { display_type: 'table' } }],
    saved_filter_tokens: [filter.token],
    date_interval: 'last_30_days',
    date_bin: 'week',
  });
  expect(made).toMatchObject({
    widgets: [
      { widgetable_token: report.token, title: 'Spend', settings: { display_type: 'table' } },
    ],
    start_date: '2026-02-09',
    end_date: '2026-03-10',
  });
  expect(await client.dashboards.get(made.token)).toEqual(made);
  expect((await client.dashboards.list({ q: 'over' })).dashboards).toEqual([made]);
  const cleared = await client.dashboards.update(made.token, { date_interval: '', widgets: [] });
  expect(cleared).toEqual({
    ...made,
    widgets: [],
    date_interval: null,
    start_date: null,
    end_date: null,
  });
  await client.dashboards.delete(made.token);
  await expect(client.dashboards.get(made.token)).rejects.toMatchObject({ status: 404 });
});

test('drives annotations', async () => {
  const report = await client.costReports.create({ ...noDates, title: 'Noted' });
  const made = await client.annotations.create({
    report_tokens: [report.token],
    date: '2026-03-01',
    message: 'Released',
  });
  expect(made.title).toBe('Noted - 2026-03-01');
  const { annotations } = await client.annotations.list({ report_token: report.token });
  expect(annotations).toEqual([made]);
  const changed = await client.annotations.update(made.token, { message: 'Again' });
  expect(changed).toEqual({ ...made, message: 'Again' });
  await client.annotations.delete(made.token);
  expect((await client.annotations.list({ report_token: report.token })).annotations).toEqual([]);
});

test('drives canvases', async () => {
  const prompt = 'Show me monthly costs by provider';
  const made = await client.canvases.create({ title: 'Providers', prompt });
  expect(made.data).toEqual({ table: null, error: null });
  await account.app.jobs.run('refresh-canvas', { token: made.token });
  const { data, ...rest } = await client.canvases.get(made.token);
  expect({ ...rest, data: made.data }).toEqual(made);
  expect(data!.table).toMatchObject({
    rows: [
      ['2026-03-01', 'aws', '400.0'],
      ['2026-03-01', 'gcp', '50.0'],
    ],
  });
  expect((await client.canvases.list({ q: 'prov' })).canvases).toHaveLength(1);
  const changed = await client.canvases.update(made.token, { prompt: 'daily costs' });
  expect(changed).toMatchObject({ prompt: 'daily costs', data: { table: null } });
  await client.canvases.delete(made.token);
  await expect(client.canvases.get(made.token)).rejects.toMatchObject({ status: 404 });
});
