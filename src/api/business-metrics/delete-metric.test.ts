import { beforeEach, expect, test } from 'vitest';
import {
  forecast,
  importDays,
  newReport,
  readForecast,
  rowsOf,
} from '../../../test/forecasting.js';
import { type Account, type TestResponse, newAccount } from '../../../test/harness.js';

// Today is 2026-03-10.
let account: Account;
let metric: string;

const create = async (kind: string, body: object): Promise<TestResponse['body']> => {
  const { status, body: created } = await account.as.post(`/v2/${kind}`, body);
  expect(status, JSON.stringify(created)).toBe(201);
  return created;
};
const read = async (path: string) => (await account.as.get(`/v2/${path}`)).body;
const deleteMetric = () => account.as.delete(`/v2/business_metrics/${metric}`);

beforeEach(async () => {
  account = await newAccount();
  metric = (
    await create('business_metrics', {
      title: 'Orders',
      values: [{ date: '2026-03-02', amount: 20 }],
      forecasted_values: [{ date: '2026-03-20', amount: 60 }],
    })
  ).token;
});

test('a deleted metric is removed from forecasts, and reports it drove return to their baseline', async () => {
  await importDays(account, 60, () => [{ service: 'EC2', cost: '10' }]);
  const cost_report_token = await newReport(account);
  await forecast(account, cost_report_token);
  const model = await create('scenario_models', { title: 'M' });
  const plan = { title: 'Plan', cost_report_token, business_metric_token: metric };
  const retained = await create('report_forecasts', {
    ...plan,
    scenario_model_tokens: [model.token],
  });
  const deleted = await create('report_forecasts', { ...plan, set_as_default: true });
  const forecastedCost = async () =>
    rowsOf(await readForecast(account, cost_report_token, 'start_date=2026-03-20&provider=all'))[0];
  // Costs of 10 on a day with 20 orders: 0.5 for each of the 60 forecasted orders.
  expect(await forecastedCost()).toBe('2026-03-20 all all 30.0');

  expect((await deleteMetric()).status).toBe(204);
  expect((await account.as.get(`/v2/report_forecasts/${deleted.token}`)).status).toBe(404);
  expect(await read(`report_forecasts/${retained.token}`)).toEqual({
    ...retained,
    business_metric_token: null,
  });
  const list = await read(`report_forecasts?cost_report_token=${cost_report_token}`);
  expect(list.report_forecasts).toHaveLength(1);
  expect((await read(`cost_reports/${cost_report_token}`)).default_forecast).toEqual({
    kind: 'baseline',
  });
  expect(await forecastedCost()).toBe('2026-03-20 all all 10.0');
  expect(await read(`scenario_models/${model.token}`)).toEqual(model);
});

test('a deleted metric is removed from reports and unit costs, and their audit logs record it', async () => {
  const segment = await create('segments', { title: 'Company', filter: "costs.provider = 'aws'" });
  const report = await newReport(account);
  const tokens = [report, segment.token];
  await account.as.put(`/v2/business_metrics/${metric}`, {
    cost_report_tokens_with_metadata: tokens.map((cost_report_token) => ({
      cost_report_token,
      calculation_type: 'raw_business_metric',
    })),
  });
  const unitCosts = async (token: string) =>
    (await read(`unit_costs?cost_report_token=${token}&start_date=2026-03-01&end_date=2026-03-09`))
      .unit_costs;
  for (const token of tokens) expect(await unitCosts(token)).toHaveLength(1);

  expect((await deleteMetric()).status).toBe(204);
  for (const token of tokens) expect(await unitCosts(token)).toEqual([]);
  for (const token of [report, segment.report_token]) {
    expect((await read(`cost_reports/${token}`)).business_metric_tokens_with_metadata).toEqual([]);
    const [last] = (await read(`audit_logs?object_token=${token}`)).audit_logs;
    expect(last).toMatchObject({
      event: 'record_updated',
      object_changes: {
        business_metric_tokens_with_metadata: [[{ business_metric_token: metric }], []],
      },
    });
  }
  const [deletion] = (await read(`audit_logs?object_token=${metric}`)).audit_logs;
  expect(deletion.event).toBe('record_destroyed');
  expect(deletion.object_changes.cost_report_tokens_with_metadata[0]).toHaveLength(2);
});

test('a canvas that uses a deleted metric reports an error at its next refresh', async () => {
  const { token } = await create('canvases', {
    title: 'C',
    prompt: 'daily business metric Orders',
  });
  const refresh = async () => {
    await account.app.jobs.run('refresh-canvas', { token });
    return (await read(`canvases/${token}`)).data;
  };
  expect((await refresh()).table.rows).toEqual([['2026-03-02', '20.0']]);
  expect((await deleteMetric()).status).toBe(204);
  expect(await refresh()).toEqual({
    table: { columns: [], rows: [] },
    error: 'Not understood: "business", "metric", "Orders".',
  });
});

test('a metric cannot be deleted while a virtual tag allocates costs by it', async () => {
  const report = await newReport(account);
  const plan = { title: 'Plan', cost_report_token: report, business_metric_token: metric };
  const { token } = await create('report_forecasts', plan);
  const config = await create('virtual_tag_configs', {
    key: 'Team',
    overridable: true,
    values: [{ filter: "costs.provider = 'aws'", business_metric_token: metric }],
  });
  const rejected = await deleteMetric();
  expect([rejected.status, rejected.body.errors[0]]).toEqual([
    403,
    expect.stringContaining('virtual tag Team'),
  ]);
  expect((await read(`business_metrics/${metric}/values`)).values).toHaveLength(1);
  expect((await read(`report_forecasts/${token}`)).business_metric_token).toBe(metric);
  await account.as.delete(`/v2/virtual_tag_configs/${config.token}`);
  expect((await deleteMetric()).status).toBe(204);
  expect((await account.as.get(`/v2/report_forecasts/${token}`)).status).toBe(404);
});
