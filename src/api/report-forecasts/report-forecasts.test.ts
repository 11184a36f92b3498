import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  forecast,
  importDays,
  newReport,
  readForecast,
  rowsOf,
} from '../../../test/forecasting.js';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let report: string;
let model: string;

async function setUp(): Promise<void> {
  setTime('2026-03-10T09:00:00Z');
  account = await newAccount();
  report = await newReport(account);
  model = await newModel();
}

const newModel = async (more: object = {}): Promise<string> =>
  (await account.as.post('/v2/scenario_models', { title: 'M', ...more })).body.token;

/** A business metric with values of both kinds. */
async function newMetric(values: [forecasted: boolean, at: string, amount: string][] = []) {
  const { db } = account.app.services;
  const token = `bsnss_mtrc_${Math.random().toString(16).slice(2, 18).padEnd(16, '0')}`;
  await db
    .insertInto('business_metrics')
    .values({
      token,
      account_token: account.account.token,
      title: 'Orders',
      created_at: new Date(),
    })
    .execute();
  for (const [forecasted, at, amount] of values) {
    await db
      .insertInto('business_metric_values')
      .values({ business_metric_token: token, forecasted, at: new Date(at), label: '', amount })
      .execute();
  }
  return token;
}

const deleteMetric = (token: string) =>
  account.app.services.db.deleteFrom('business_metrics').where('token', '=', token).execute();

const create = (body: object) =>
  account.as.post('/v2/report_forecasts', {
    title: 'Plan',
    cost_report_token: report,
    scenario_model_tokens: [model],
    ...body,
  });
const createForecast = async (body: object = {}) => (await create(body)).body;
const path = ({ token }: { token: string }) => `/v2/report_forecasts/${token}`;
const readDefault = async () =>
  (await account.as.get(`/v2/cost_reports/${report}`)).body.default_forecast;

describe('report forecasts', () => {
  beforeEach(setUp);

  test('keep their models in order, without duplicates', async () => {
    const second = await newModel();
    const { status, body } = await create({ scenario_model_tokens: [second, model, second] });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^rprt_frcst_[0-9a-f]{16}$/),
      title: 'Plan',
      cost_report_token: report,
      scenario_model_tokens: [second, model],
      business_metric_token: null,
      is_default: false,
      created_by_token: account.owner.token,
      created_at: '2026-03-10T09:00:00Z',
      updated_at: '2026-03-10T09:00:00Z',
    });
    expect((await account.as.get(path(body))).body).toEqual(body);
    const list = await account.as.get(`/v2/report_forecasts?cost_report_token=${report}`);
    expect(list.body.report_forecasts).toEqual([body]);
  });

  test('require existing models or an existing metric', async () => {
    expect((await create({ scenario_model_tokens: [] })).status).toBe(422);
    expect((await create({ scenario_model_tokens: ['frcst_mdl_x'] })).status).toBe(404);
    expect((await create({ business_metric_token: 'bsnss_mtrc_x' })).status).toBe(404);
    expect((await create({ cost_report_token: 'rprt_x' })).status).toBe(404);
    expect((await create({ title: '' })).status).toBe(422);
    const plan = await createForecast();
    const put = (body: object) => account.as.put(path(plan), body);
    expect((await put({ scenario_model_tokens: ['frcst_mdl_x'] })).status).toBe(422);
    expect((await put({ business_metric_token: 'bsnss_mtrc_x' })).status).toBe(422);
    expect((await put({ scenario_model_tokens: [] })).status).toBe(422);
    expect((await account.as.get('/v2/report_forecasts')).status).toBe(400);
    expect((await account.as.get('/v2/report_forecasts?cost_report_token=rprt_x')).status).toBe(
      404,
    );
  });

  test('updated_at changes with title and models, not with metric and default', async () => {
    const metric = await newMetric();
    const plan = await createForecast({ business_metric_token: metric });
    setTime('2026-03-10T10:00:00Z');
    const cleared = await account.as.put(path(plan), { business_metric_token: '' });
    expect(cleared.body).toMatchObject({
      business_metric_token: null,
      updated_at: plan.updated_at,
    });
    const chosen = await account.as.put(path(plan), { set_as_default: true });
    expect(chosen.body).toMatchObject({ is_default: true, updated_at: plan.updated_at });
    const renamed = await account.as.put(path(plan), { title: 'Other' });
    expect(renamed.body.updated_at).toBe('2026-03-10T10:00:00Z');
    const second = await newModel();
    setTime('2026-03-10T11:00:00Z');
    const more = await account.as.put(path(plan), { scenario_model_tokens: [model, second] });
    expect(more.body.updated_at).toBe('2026-03-10T11:00:00Z');
  });

  test('at most one is the default, set on the forecast or on the report', async () => {
    const [one, two] = [await createForecast({ set_as_default: true }), await createForecast()];
    expect(one.is_default).toBe(true);
    expect(await readDefault()).toEqual({
      kind: 'report_forecast',
      report_forecast_token: one.token,
    });
    await account.as.put(path(two), { set_as_default: true });
    expect((await account.as.get(path(one))).body.is_default).toBe(false);
    await account.as.put(path(one), { set_as_default: false });
    expect(await readDefault()).toMatchObject({ report_forecast_token: two.token });
    const choose = (default_forecast: object) =>
      account.as.put(`/v2/cost_reports/${report}`, { default_forecast });
    await choose({ kind: 'report_forecast', report_forecast_token: one.token });
    expect((await account.as.get(path(one))).body.is_default).toBe(true);
    await choose({ kind: 'baseline' });
    expect((await account.as.get(path(one))).body.is_default).toBe(false);
    const foreign = await createForecast({ cost_report_token: await newReport(account) });
    const rejected = await choose({
      kind: 'report_forecast',
      report_forecast_token: foreign.token,
    });
    expect(rejected.status).toBe(400);
    const { audit_logs } = (await account.as.get(`/v2/audit_logs?object_token=${report}`)).body;
    expect(audit_logs[0].changed_values).toHaveProperty('default_forecast');
  });

  test('deleting the default restores the baseline', async () => {
    const plan = await createForecast({ set_as_default: true });
    expect((await account.as.delete(path(plan))).status).toBe(204);
    expect(await readDefault()).toEqual({ kind: 'baseline' });
    expect((await account.as.delete(path(plan))).status).toBe(404);
  });

  test('deleting a model detaches it and deletes forecasts without other models or a metric', async () => {
    const [second, metric] = [await newModel(), await newMetric()];
    const modelOnly = await createForecast({ set_as_default: true });
    const driven = await createForecast({ business_metric_token: metric });
    const both = await createForecast({ scenario_model_tokens: [model, second] });
    await account.as.delete(`/v2/scenario_models/${model}`);
    expect((await account.as.get(path(modelOnly))).status).toBe(404);
    expect(await readDefault()).toEqual({ kind: 'baseline' });
    expect((await account.as.get(path(both))).body.scenario_model_tokens).toEqual([second]);
    expect((await account.as.get(path(driven))).body).toMatchObject({
      scenario_model_tokens: [],
      business_metric_token: metric,
      updated_at: driven.updated_at,
    });
    await deleteMetric(metric);
    expect((await account.as.get(path(driven))).status).toBe(404);
    expect((await account.as.get(path(both))).status).toBe(200);
  });

  test('are deleted with their report', async () => {
    const plan = await createForecast();
    await account.as.delete(`/v2/cost_reports/${report}`);
    expect((await account.as.get(path(plan))).status).toBe(404);
  });

  test('have the access rules of their report', async () => {
    const plan = await createForecast();
    const editor = await account.newUser('editor');
    await account.setEveryoneAccess(account.workspace.token, 'view');
    expect((await editor.as.get(path(plan))).status).toBe(200);
    expect((await editor.as.put(path(plan), { title: 'X' })).status).toBe(403);
    expect((await editor.as.delete(path(plan))).status).toBe(403);
    await account.setEveryoneAccess(account.workspace.token, null);
    expect((await editor.as.get(path(plan))).status).toBe(404);
    expect((await editor.as.put(path(plan), { title: 'X' })).status).toBe(404);
    expect((await editor.as.delete(path(plan))).status).toBe(404);
    const list = `/v2/report_forecasts?cost_report_token=${report}`;
    expect((await editor.as.get(list)).status).toBe(404);
    const service = await account.serviceToken(account.everyone.token, 'owner');
    expect((await service.get(list)).status).toBe(403);
  });
});

describe('forecasted costs of a report', () => {
  beforeAll(async () => {
    await setUp();
    await importDays(account, 120, () => [
      { service: 'EC2', cost: '60' },
      { service: 'S3', cost: '40' },
    ]);
    await forecast(account, report);
  });

  const forecastOn = async (day: string, query = '') =>
    rowsOf(await readForecast(account, report, `start_date=${day}&end_date=${day}&${query}`)).map(
      (row) => row.slice(11),
    );

  const dollars = {
    priority: 1,
    periods: [
      { start_at: '2026-01-01', end_at: '2026-03-31', amount: 3100, amount_type: 'dollar' },
      { start_at: '2027-01-01', end_at: '2027-03-31', amount: 3100, amount_type: 'dollar' },
    ],
  };
  const percent = () => ({
    priority: 2,
    workspace_token: account.workspace.token,
    provider: 'aws',
    service: 'EC2',
    periods: [{ start_at: '2026-01-01', amount: 10, amount_type: 'percent' }],
  });

  test('follow the default forecast, with models applied by priority', async () => {
    const [a, b] = [await newModel(dollars), await newModel(percent())];
    await createForecast({ scenario_model_tokens: [b, a], set_as_default: true });
    const march = ['all all 212.0', 'aws EC2 132.0', 'aws S3 80.0'];
    expect(await forecastOn('2026-03-20')).toEqual(march);
    expect(await forecastOn('2027-01-31')).toEqual(march);
    expect(await forecastOn('2027-02-01', 'provider=aws&service=S3')).toEqual([
      'aws S3 84.285714285714',
    ]);
    expect(await forecastOn('2026-04-01')).toEqual([
      'all all 106.0',
      'aws EC2 66.0',
      'aws S3 40.0',
    ]);
    await account.as.put(`/v2/scenario_models/${a}`, { priority: 3 });
    expect(await forecastOn('2026-03-20')).toEqual([
      'all all 206.0',
      'aws EC2 128.264150943396',
      'aws S3 77.735849056604',
    ]);
    expect(await forecastOn('2026-03-20', 'provider=aws&service=all')).toEqual(['aws all 206.0']);
  });

  test('have no interval in a planned forecast', async () => {
    const { body } = await readForecast(account, report, 'end_date=2026-03-11');
    expect(body.forecasted_costs[0]).toMatchObject({ lower_amount: null, upper_amount: null });
  });

  test('have a new series if a model adds dollars to a missing service', async () => {
    const newcomer = await newModel({
      ...dollars,
      workspace_token: account.workspace.token,
      provider: 'gcp',
    });
    await createForecast({ scenario_model_tokens: [newcomer], set_as_default: true });
    expect(await forecastOn('2026-03-20')).toEqual([
      'all all 200.0',
      'aws EC2 60.0',
      'aws S3 40.0',
      'gcp all 100.0',
    ]);
  });

  test('are driven by the metric on days for which it is forecast', async () => {
    // Ninety days with costs of 100 and 1,000 units per day: 0.1 per unit.
    const past = Array.from({ length: 90 }, (_, day): [boolean, string, string] => [
      false,
      new Date(Date.parse('2025-12-10') + day * 86_400_000).toISOString(),
      '1000',
    ]);
    const metric = await newMetric([...past, [true, '2026-07-01T00:00:00Z', '62000']]);
    await createForecast({
      scenario_model_tokens: [],
      business_metric_token: metric,
      set_as_default: true,
    });
    for (const day of ['2026-07-01', '2026-07-31']) {
      expect(await forecastOn(day)).toEqual(['all all 200.0', 'aws EC2 120.0', 'aws S3 80.0']);
    }
    expect(await forecastOn('2026-08-01')).toEqual([
      'all all 100.0',
      'aws EC2 60.0',
      'aws S3 40.0',
    ]);
  });

  test('equal the baseline if the metric has no past values', async () => {
    const metric = await newMetric([[true, '2026-07-01T00:00:00Z', '62000']]);
    await createForecast({
      scenario_model_tokens: [],
      business_metric_token: metric,
      set_as_default: true,
    });
    expect(await forecastOn('2026-07-01', 'provider=all')).toEqual(['all all 100.0']);
  });
});
