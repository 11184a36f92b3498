// Forecasts and reads a report with 200 services, compared with bare library calls for as many series.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoDate } from '../build/domain/reports/forecast/daily-series.js';
import { bareMstl } from './bare-mstl.mjs';
import { openForecastApp } from './forecast-app.mjs';
import { syntheticSeries } from './forecast-series.mjs';

const services = 200;
const mstlDays = 182;
const forecastDays = 386;

export async function measureSpeed() {
  const data = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  const benchApp = await openForecastApp(data);
  try {
    const series = syntheticSeries(Math.ceil(services / 12)).slice(0, services);
    const report = await createReport(benchApp, series, data);
    const bare = await bestOfThree(async () => {
      for (const { values } of series) bareMstl(values.slice(-mstlDays), forecastDays);
    });
    const { db } = benchApp.app.services;
    const computed = await bestOfThree(async () => {
      await db.deleteFrom('baseline_forecasts').execute();
      await benchApp.app.jobs.run('forecast-report', { cost_report_token: report });
    });
    const path = `/v2/cost_reports/${report}/forecasted_costs?limit=1000`;
    const read = await bestOfThree(() => benchApp.get(path));
    return { bare, computed, read };
  } finally {
    await benchApp.app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function createReport({ app, get, send }, series, folder) {
  const { workspaces } = await get('/v2/workspaces');
  const { token } = await send('POST', '/v2/integrations/custom_provider', { name: 'Bench' });
  await send('PUT', `/v2/integrations/${token}`, { workspace_tokens: [workspaces[0].token] });
  const path = join(folder, 'costs.csv');
  writeFileSync(path, focusCsv(series));
  await app.services.importer.import({
    integrationToken: token,
    provider: 'custom_provider',
    files: [{ name: 'costs.csv', path }],
  });
  const created = await send('POST', '/v2/cost_reports', { title: 'Bench' });
  return created.token;
}

/** A FOCUS file with one charge per day and service. */
function focusCsv(series) {
  const header =
    'BillingAccountId,BillingAccountName,BillingCurrency,BillingPeriodStart,ChargePeriodStart,' +
    'ChargePeriodEnd,ChargeCategory,ChargeClass,ChargeDescription,BilledCost,EffectiveCost,ListCost,' +
    'ProviderName,PublisherName,InvoiceIssuerName,ServiceName,ServiceCategory,RegionId,ResourceId,' +
    'ResourceName,SubAccountName,SubAccountId,ConsumedQuantity,ConsumedUnit,Tags';
  const lines = series.flatMap(({ firstDay, values }, service) =>
    Array.from(values, (value, index) => {
      const [day, next] = [isoDate(firstDay + index), isoDate(firstDay + index + 1)];
      const amount = value.toFixed(6);
      const time = 'T00:00:00Z';
      return (
        `1,Main,USD,${day.slice(0, 7)}-01${time},${day}${time},${next}${time},Usage,,,${amount},${amount},,` +
        `AWS,AWS,AWS,S${service},Compute,,,,,,,,`
      );
    }),
  );
  return [header, ...lines].join('\n');
}

/** Seconds of the fastest of three runs, because other load only adds to them. */
async function bestOfThree(work) {
  const times = [];
  for (let run = 0; run < 3; run += 1) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) / 1000);
  }
  return Math.min(...times);
}
