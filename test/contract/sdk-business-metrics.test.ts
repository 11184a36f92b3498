import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../src/platform/lib/csv.js';
import { importCharges } from '../cost-fixtures.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;
beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

const csv =
  'date,amount,label\n2025-06-01,400000,app1\n2025-06-02,200000,app2\n2025-06-03,50000,\n';

test('creates a metric, uploads values as text and as a file, reads and deletes them', async () => {
  const metric = await client.businessMetrics.create({
    title: 'Requests',
    forecasted_values: [{ date: '2026-01-01T00:00:00.000Z', amount: 12.5, label: 'app1' }],
  });
  expect(metric).toMatchObject({ title: 'Requests', import_type: 'csv', integration_token: '' });
  const { token } = metric;
  expect((await client.businessMetrics.updateValuesCSV(token, { csv })).token).toBe(token);
  const file = new Blob([csv], { type: 'text/csv' }) as unknown as string;
  await client.businessMetrics.updateValuesCSV(token, { csv: file, forecasted: true });
  const { values } = await client.businessMetrics.getValues(token, { limit: 2, page: 1 });
  expect(values).toEqual([
    { date: '2025-06-03T00:00:00Z', amount: '50000.0' },
    { date: '2025-06-02T00:00:00Z', amount: '200000.0', label: 'app2' },
  ]);
  const monthly = await client.businessMetrics.getValues(token, {
    date_bin: 'month',
    label_values: ['app1', 'app2'],
  });
  expect(monthly.values.map(({ amount }) => amount)).toEqual(['400000.0', '200000.0']);
  const forecast = await client.businessMetrics.getForecastedValues(token, {});
  expect(forecast.values).toHaveLength(4);
  const { labels } = await client.businessMetrics.getLabels(token, {});
  expect(labels.map(({ value }) => value)).toEqual(['app1', 'app2']);
  // The client sends the parameters of a deletion in the body.
  const withoutLabel = await client.businessMetrics.deleteValues(token, {
    label: '',
    forecasted: true,
  });
  expect(withoutLabel).toEqual({ deleted_count: 1 });
  const fromDate = await client.businessMetrics.deleteValues(token, { start_date: '2025-06-02' });
  expect(fromDate).toEqual({ deleted_count: 2 });
  expect((await client.businessMetrics.update(token, { title: 'Calls' })).title).toBe('Calls');
  const rejected = client.businessMetrics.updateValuesCSV(token, { csv: 'date,amount\nx,1' });
  await expect(rejected).rejects.toMatchObject({
    status: 422,
    errors: ['Line 2: date must be a date (YYYY-MM-DD)'],
  });
  expect((await client.businessMetrics.list({ q: 'calls' })).business_metrics).toHaveLength(1);
  await client.businessMetrics.delete(token);
  await expect(client.businessMetrics.get(token)).rejects.toMatchObject({ status: 404 });
});

test('reads and exports the unit costs of a report', async () => {
  await importCharges(account, [{ day: '2025-06-10', cost: '1200' }]);
  const report = await client.costReports.create({
    title: 'June',
    start_date: '2025-06-01',
    end_date: '2025-06-30',
    previous_period_end_date: '',
    date_bin: 'month',
  });
  const metric = await client.businessMetrics.create({
    title: 'Requests',
    cost_report_tokens_with_metadata: [
      {
        cost_report_token: report.token,
        unit_scale: 'per_thousand',
        calculation_type: 'unit_cost',
        label_filter: ['app1', 'app2'],
      },
    ],
  });
  await client.businessMetrics.updateValuesCSV(metric.token, { csv });
  const { unit_costs } = await client.unitCosts.list({ cost_report_token: report.token });
  const row = {
    business_metric_token: metric.token,
    business_metric_title: 'Requests',
    calculation_type: 'unit_cost',
    unit_cost_amount: '2.0',
    business_metric_amount: '600000.0',
    scale: 1000,
    date: '2025-06-01',
  };
  expect(unit_costs).toEqual([row]);
  const withMetric = await client.costReports.get(report.token);
  expect(withMetric.business_metric_tokens_with_metadata).toMatchObject([
    { business_metric_token: metric.token, unit_scale: 'per_thousand' },
  ]);

  const location = await client.unitCosts.createExport({ cost_report_token: report.token });
  const token = location.split('/').at(-1)!;
  await account.app.jobs.run('make-data-export', { token });
  const { manifest, export_type } = await client.dataExports.get(token);
  expect(export_type).toBe('unit_costs');
  const [, ...rows] = parseCsv(await (await fetch(manifest.files[0]!)).text());
  expect(rows).toEqual([
    ['2025-06-01', metric.token, 'Requests', 'unit_cost', '2.0', '600000.0', '1000'],
  ]);
});
