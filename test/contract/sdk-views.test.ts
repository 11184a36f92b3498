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
  await importCharges(account, [
    { day: '2026-03-02', cost: '300', account: '42' },
    { day: '2026-03-02', cost: '100', account: '7' },
    { day: '2026-03-03', cost: '50', provider: 'Google Cloud' },
  ]);
});

const noDates = { end_date: '', previous_period_end_date: '' };

test('manages segments and reads the costs of their reports', async () => {
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
  const readCosts = async () => {
    const { costs, total_cost } = await client.costs.list({
      cost_report_token: company.report_token!,
      date_bin: 'month',
    });
    const rows = costs.map((cost) => [(cost as { segment?: string }).segment, cost.amount]);
    return { rows, total: (total_cost as { amount: string }).amount };
  };
  expect(await readCosts()).toEqual({
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
  expect((await readCosts()).total).toBe('400.0');
  await client.segments.delete(company.token);
  await expect(client.segments.get(opex.token)).rejects.toMatchObject({ status: 404 });
  await expect(client.costReports.get(company.report_token!)).rejects.toMatchObject({
    status: 404,
    errors: ['Cost Report not found'],
  });
});

test('manages dashboards', async () => {
  const report = await client.costReports.create({ ...noDates, title: 'Spend' });
  const filter = await client.savedFilters.create({
    title: 'AWS',
    filter: "costs.provider = 'aws'",
  });
  const created = await client.dashboards.create({
    title: 'Overview',
    widgets: [{ widgetable_token: report.token, settings: { display_type: 'table' } }],
    saved_filter_tokens: [filter.token],
    date_interval: 'last_30_days',
    date_bin: 'week',
  });
  expect(created).toMatchObject({
    widgets: [
      { widgetable_token: report.token, title: 'Spend', settings: { display_type: 'table' } },
    ],
    start_date: '2026-02-09',
    end_date: '2026-03-10',
  });
  expect(await client.dashboards.get(created.token)).toEqual(created);
  expect((await client.dashboards.list({ q: 'over' })).dashboards).toEqual([created]);
  const cleared = await client.dashboards.update(created.token, { date_interval: '', widgets: [] });
  expect(cleared).toEqual({
    ...created,
    widgets: [],
    date_interval: null,
    start_date: null,
    end_date: null,
  });
  await client.dashboards.delete(created.token);
  await expect(client.dashboards.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('manages annotations', async () => {
  const report = await client.costReports.create({ ...noDates, title: 'Annotated' });
  const created = await client.annotations.create({
    report_tokens: [report.token],
    date: '2026-03-01',
    message: 'Released',
  });
  expect(created.title).toBe('Annotated - 2026-03-01');
  const { annotations } = await client.annotations.list({ report_token: report.token });
  expect(annotations).toEqual([created]);
  const changed = await client.annotations.update(created.token, { message: 'Again' });
  expect(changed).toEqual({ ...created, message: 'Again' });
  await client.annotations.delete(created.token);
  expect((await client.annotations.list({ report_token: report.token })).annotations).toEqual([]);
});

test('manages canvases', async () => {
  const prompt = 'Show me monthly costs by provider';
  const created = await client.canvases.create({ title: 'Providers', prompt });
  expect(created.data).toEqual({ table: { columns: [], rows: [] }, error: null });
  await account.app.jobs.run('refresh-canvas', { token: created.token });
  const { data, ...rest } = await client.canvases.get(created.token);
  expect({ ...rest, data: created.data }).toEqual(created);
  expect(data!.table).toMatchObject({
    rows: [
      ['2026-03-01', 'aws', '400.0'],
      ['2026-03-01', 'gcp', '50.0'],
    ],
  });
  expect((await client.canvases.list({ q: 'prov' })).canvases).toHaveLength(1);
  const changed = await client.canvases.update(created.token, { prompt: 'daily costs' });
  expect(changed).toMatchObject({ prompt: 'daily costs', data: { table: { columns: [] } } });
  await client.canvases.delete(created.token);
  await expect(client.canvases.get(created.token)).rejects.toMatchObject({ status: 404 });
});
