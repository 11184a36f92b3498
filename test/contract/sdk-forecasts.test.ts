import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { forecast, importDays, newReport } from '../forecasting.js';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;

beforeAll(async () => {
  account = await newAccount();
  client = new APIV2Client(account.secret, false, await testOrigin());
});

test('manages scenario models', async () => {
  const created = await client.scenarioModels.create({
    title: 'Migration',
    workspace_token: account.workspace.token,
    provider: 'aws',
    priority: 2,
    periods: [{ start_at: '2026-04-01', amount: 1250.75, amount_type: 'dollar' }],
  });
  expect(created.periods).toEqual([
    { start_at: '2026-04-01', end_at: null, amount: '1250.75', amount_type: 'dollar' },
  ]);
  expect(await client.scenarioModels.get(created.token)).toEqual(created);
  const changed = await client.scenarioModels.update(created.token, { priority: 1 });
  expect(changed).toMatchObject({ ...created, priority: 1, updated_at: changed.updated_at });
  expect((await client.scenarioModels.list({ limit: 1000 })).scenario_models).toEqual([changed]);
  await client.scenarioModels.delete(created.token);
  await expect(client.scenarioModels.get(created.token)).rejects.toMatchObject({ status: 404 });
});

test('manages report forecasts and reads their costs', async () => {
  await importDays(account, 60, () => [{ service: 'EC2', cost: '10' }]);
  const report = await newReport(account);
  await forecast(account, report);
  const model = await client.scenarioModels.create({
    title: 'Doubled',
    periods: [{ start_at: '2026-01-01', amount: 100, amount_type: 'percent' }],
  });
  const plan = await client.reportForecasts.create({
    title: 'Plan',
    cost_report_token: report,
    scenario_model_tokens: [model.token],
  });
  const readForecast = async () => {
    const query = { provider: 'aws', end_date: '2026-03-11' } as const;
    const { forecasted_costs, currency } = await client.costReports.getForecastedCosts(
      report,
      query,
    );
    return [
      currency,
      ...forecasted_costs.map(({ date, service, amount }) => [date, service, amount]),
    ];
  };
  expect(await readForecast()).toEqual(['USD', ['2026-03-11T00:00:00Z', 'EC2', '10.0']]);
  const updated = await client.reportForecasts.update(plan.token, { set_as_default: true });
  expect(updated).toEqual({ ...plan, is_default: true });
  expect((await client.costReports.get(report)).default_forecast).toEqual({
    kind: 'report_forecast',
    report_forecast_token: plan.token,
  });
  expect(await readForecast()).toEqual(['USD', ['2026-03-11T00:00:00Z', 'EC2', '20.0']]);
  const listed = await client.reportForecasts.list({ cost_report_token: report });
  expect(listed.report_forecasts).toEqual([updated]);
  expect(await client.reportForecasts.get(plan.token)).toEqual(updated);
  await client.reportForecasts.delete(plan.token);
  expect(await readForecast()).toEqual(['USD', ['2026-03-11T00:00:00Z', 'EC2', '10.0']]);
});
