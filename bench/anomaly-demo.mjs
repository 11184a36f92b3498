// The costs of the demo company by provider, service and category, with the usage spikes that its history contains.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDemo } from '../build/demo/build-demo.js';
import { clouds } from '../build/demo/clouds.js';
import { operatorContext } from '../build/platform/kernel/operator-context.js';
import { openForecastApp } from './forecast-app.mjs';

const beginning = '2025-03-01';
/** The last complete day of the demo. */
const end = '2026-03-09';
const days = (Date.parse(end) - Date.parse(beginning)) / 86_400_000 + 1;
/** Tax, credits and refunds are no usage. */
const settings = ['include_tax', 'include_credits', 'include_refunds']
  .map((name) => `settings[${name}]=false`)
  .join('&');

/** Series as in `anomaly-series.mjs`. */
export async function demoAnomalySeries() {
  const data = mkdtempSync(join(tmpdir(), 'farthing-bench-'));
  const { app, get } = await openForecastApp(data);
  try {
    const ctx = await operatorContext(app);
    await buildDemo({ ctx, operations: app.operations });
    const { cost_reports } = await get('/v2/cost_reports');
    const report = cost_reports.find(({ title }) => title === 'All Resources');
    return await readSeries(get, report.token);
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

async function readSeries(get, report) {
  const found = new Map();
  for (let page = 1; ; page += 1) {
    const { costs, links } = await get(
      `/v2/costs?cost_report_token=${report}&start_date=${beginning}&end_date=${end}&${settings}` +
        `&groupings=provider,service,cost_category&date_bin=day&order=asc&limit=5000&page=${page}`,
    );
    for (const { provider, service, cost_category, accrued_at, amount } of costs) {
      const name = [provider, service, cost_category].join(' / ');
      if (!found.has(name))
        found.set(
          name,
          Array.from({ length: days }, () => 0),
        );
      found.get(name)[(Date.parse(accrued_at) - Date.parse(beginning)) / 86_400_000] =
        Number(amount);
    }
    if (!links.next) break;
  }
  return [...found].map(([name, amounts]) => ({
    kind: name,
    firstDay: Date.parse(beginning) / 86_400_000,
    amounts,
    events: eventsOf(name),
  }));
}

/** The spikes of a series. AWS services carry longer names in the costs, Azure has no categories of its own. */
function eventsOf(name) {
  const [provider, service, category] = name.split(' / ');
  const cloud = clouds.find((each) => each.provider === provider);
  const isMeasuredBy = (meter) =>
    service.startsWith(meter.service) && (provider === 'azure' || category === meter.category);
  return (cloud?.anomalies ?? [])
    .filter(({ usageType }) =>
      cloud.meters.some((meter) => meter.usageType === usageType && isMeasuredBy(meter)),
    )
    .map(({ account, usageType, fromDay, days: duration }) => ({
      type: 'spike',
      start: fromDay,
      days: duration,
      cause: `${usageType} in ${account}`,
    }));
}
