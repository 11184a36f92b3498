import { Decimal } from '../platform/lib/decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { costsPath } from '../../test/cost-requests.js';
import { setTime } from '../../test/clock.js';
import { type Account, clientFor, newAccount } from '../../test/harness.js';
import { runCommand } from '../cli/commands.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { selectRows } from '../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../platform/store/sql.js';
import { type Demo, buildDemo, buildEarlierMonths, buildRecentMonths } from './build-demo.js';
import { waitForDemoRun } from './demo-run.js';

const today = '2026-03-10T09:00:00Z';

async function optionsOf({ app, account }: Account, seed?: number) {
  const ctx = await operatorContext(app, account.token);
  return { ctx, operations: app.operations, scale: 0.01, ...(seed !== undefined && { seed }) };
}

const build = async (account: Account, seed?: number): Promise<Demo> =>
  buildDemo(await optionsOf(account, seed));

async function loadsOf({ app, account }: Account) {
  return app.services.db
    .selectFrom('loads as l')
    .innerJoin('integrations as i', 'i.token', 'l.integration_token')
    .select(['i.provider', 'l.load_id', 'l.partition', 'l.lines', 'l.totals', 'l.rows_rejected'])
    .where('l.account_token', '=', account.token)
    .where('l.status', '=', 'active')
    .orderBy('i.provider')
    .orderBy('l.partition')
    .execute();
}

type Loads = Awaited<ReturnType<typeof loadsOf>>;
const withoutIds = (loads: Loads) => loads.map(({ load_id: _, ...load }) => load);

/** Rows of a query over the visible lines of an account. */
async function linesOf<Row>(account: Account, select: (lines: Sql) => Sql): Promise<Row[]> {
  const ids = (await loadsOf(account)).map(({ load_id }) => load_id);
  const visible = sql`(SELECT * FROM lines WHERE load_id IN (${sql.numbers(ids)}))`;
  return selectRows<Row>(account.app.services.costs.client, select(visible));
}

let account: Account;
/** What was built without a stop. */
let wholeLoads: Loads;
const requestDemo = () => account.as.post('/console/demo?size=small');
/** Two requests for the same demo at the same time. */
let requests: Awaited<ReturnType<typeof requestDemo>>[];
beforeAll(async () => {
  setTime(today);
  account = await newAccount();
  requests = [await requestDemo(), await requestDemo()];
  await waitForDemoRun(await operatorContext(account.app, account.account.token));
  wholeLoads = await loadsOf(account);
});

test('the console builds it as an import run, and only once', async () => {
  const [{ status, body }, second] = requests as [(typeof requests)[0], (typeof requests)[0]];
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { status: 'running', file_names: ['The demo company Harbourline'] },
  });
  expect(second.status).toBe(422);
  const run = (await account.as.get(`/console/imports/runs/${body.run_id}`)).body;
  expect(run).toMatchObject({ status: 'committed', errors: [] });
  expect(run.rows_done).toBeGreaterThan(1000);
  expect((await requestDemo()).body.errors).toEqual([
    'The demo needs an account without integrations; this one has some',
  ]);
});

test('AWS services are found by their product code', async () => {
  const missing = await linesOf<{ service: string }>(
    account,
    (lines) => sql`SELECT DISTINCT service FROM ${lines}
     WHERE provider = 'aws' AND charge_group = 'usage' AND service_code IS NULL AND NOT marketplace`,
  );
  expect(missing).toEqual([]);
  const total = async (service: string) => {
    const filter = `costs.provider = 'aws' AND costs.service = '${service}'`;
    const range = 'start_date=2026-02-01&end_date=2026-02-28';
    const { body } = await account.as.get(
      `/v2/costs?${range}&filter=${encodeURIComponent(filter)}`,
    );
    return Number(body.total_cost.amount);
  };
  expect(await total('AmazonEC2')).toBeGreaterThan(0);
  expect(await total('AmazonEC2')).toBe(await total('Amazon Elastic Compute Cloud - Compute'));
});

test('thirteen months of three clouds and five quarters of uploads, no rejected rows', async () => {
  const loads = await loadsOf(account);
  const counts = { aws: 13, azure: 13, custom_provider: 5, gcp: 13 };
  for (const [provider, count] of Object.entries(counts)) {
    expect(loads.filter((load) => load.provider === provider)).toHaveLength(count);
  }
  expect(loads.every(({ rows_rejected }) => rows_rejected === 0)).toBe(true);
});

test('the API lists integrations, uploads, rates, filters, folders and reports', async () => {
  const { body } = await account.as.get('/v2/integrations');
  expect(body.integrations).toHaveLength(5);
  for (const each of body.integrations) expect(each.status).toBe('imported');
  const custom = body.integrations.find(
    (each: { provider: string }) => each.provider === 'custom_provider',
  );
  const uploads = await account.as.get(`/v2/integrations/${custom.token}/costs`);
  expect(uploads.body.user_costs_uploads).toHaveLength(5);
  for (const path of ['exchange_rates', 'saved_filters', 'folders', 'cost_reports', 'segments']) {
    const list = await account.as.get(`/v2/${path}`);
    expect(list.body[path].length).toBeGreaterThan(1);
  }
});

test('one report shows a forecast with scenarios instead of its baseline', async () => {
  const { body } = await account.as.get('/v2/cost_reports');
  const planned = body.cost_reports.find(
    (each: { default_forecast: { kind: string } }) => each.default_forecast.kind !== 'baseline',
  );
  await account.app.jobs.run('forecast-report', { cost_report_token: planned.token });
  const { forecasted_costs } = (
    await account.as.get(`/v2/cost_reports/${planned.token}/forecasted_costs?limit=1000`)
  ).body;
  const providers = forecasted_costs.map(
    (each: { provider: string }) => each.provider.split(':')[0],
  );
  expect(new Set(providers)).toEqual(new Set(['all', 'aws', 'azure', 'custom_provider', 'gcp']));
});

test('segments divide all costs between departments', async () => {
  const [company] = (await account.as.get('/v2/segments')).body.segments;
  const query = `cost_report_token=${company.token}&start_date=2026-02-01&end_date=2026-02-28`;
  const { body } = await account.as.get(`/v2/costs?${query}&date_bin=month`);
  const shares = new Map<string, number>(
    body.costs.map((cost: { segment: string; amount: string }) => [
      cost.segment,
      Number(cost.amount) / Number(body.total_cost.amount),
    ]),
  );
  const departments = ['Corporate systems', 'Data', 'Platform', 'Shop', 'Unallocated'];
  expect([...shares.keys()]).toEqual(expect.arrayContaining(departments));
  expect(shares.get('Shop')).toBeGreaterThan(0.1);
});

test('virtual tags allocate platform costs to cost centers', async () => {
  const [report] = (await account.as.get('/v2/cost_reports?q=All%20providers')).body.cost_reports;
  const byTag = async (key: string) => {
    const query = `cost_report_token=${report.token}&groupings=tag:${encodeURIComponent(key)}`;
    const { body } = await account.as.get(`/v2/costs?${query}`);
    return body.costs.map((cost: { tag: string | null }) => cost.tag);
  };
  const teams = await byTag('Team');
  expect(teams).toEqual(expect.arrayContaining(['shop', 'data', 'platform', 'supply-chain']));
  expect(teams).not.toContain('web');
  const centers = await byTag('Cost center');
  expect(centers).toEqual(expect.arrayContaining(['cc-1100', 'cc-1200', 'cc-1300', 'cc-2100']));
  expect(centers).not.toContain('cc-1000');
});

test('the dashboard shows three reports, one with an annotation, and the canvas has a table', async () => {
  const [dashboard] = (await account.as.get('/v2/dashboards')).body.dashboards;
  expect(dashboard.widgets).toHaveLength(3);
  const report = dashboard.widgets[2].widgetable_token;
  const annotated = await account.as.get(`/v2/annotations?report_token=${report}`);
  expect(annotated.body.annotations).toMatchObject([{ date: '2026-02-19' }]);
  const [canvas] = (await account.as.get('/v2/canvases')).body.canvases;
  expect(canvas.data.error).toBeNull();
  expect(canvas.data.table.rows.length).toBeGreaterThan(30);
});

test('one budget is exceeded and one is kept, and alerts on the first have fired', async () => {
  await account.app.jobs.run('evaluate-rules', { account_token: account.account.token });
  const { body } = await account.as.get('/v2/budgets/status');
  const states = Object.fromEntries(
    body.budget_status.map((each: { name: string; state: string }) => [each.name, each.state]),
  );
  expect(states).toMatchObject({ Data: 'over', 'AWS in production': 'on_track' });
  const events = (await account.as.get('/v2/budget_alerts/events')).body.budget_alert_events;
  const ofData = events.filter((each: { budget_name: string }) => each.budget_name === 'Data');
  expect(
    Object.fromEntries(
      ofData.map((each: { threshold: number; delivered: boolean }) => [
        each.threshold,
        each.delivered,
      ]),
    ),
  ).toEqual({ 80: false, 100: true });
});

test('a cost alert has fired, once however often it is evaluated', async () => {
  const [alert] = (await account.as.get('/v2/cost_alerts')).body.cost_alerts;
  expect(alert).toMatchObject({ interval: 'month', email_recipients: [account.owner.email] });
  const eventsAfterRun = async () => {
    await account.app.jobs.run('evaluate-cost-alerts', { account_token: account.account.token });
    return (await account.as.get(`/v2/cost_alerts/${alert.token}/events`)).body.cost_alert_events;
  };
  const events = await eventsAfterRun();
  expect(events.length).toBeGreaterThan(0);
  for (const { report_token, metadata } of events) {
    expect([report_token]).toEqual(alert.report_tokens);
    expect(Math.abs(Number(metadata.change_in_cost))).toBeGreaterThanOrEqual(alert.threshold);
  }
  const changes = events.map((each: { metadata: object }) => each.metadata);
  expect(changes).toContainEqual(expect.objectContaining({ interval_start: '2026-02-01' }));
  expect(await eventsAfterRun()).toEqual(events);
});

test('no resource, service or account saves more than it costs, and the total says of what', async () => {
  await account.app.jobs.run('find-recommendations', { account_token: account.account.token });
  const { body } = await account.as.get('/v2/resources?include_summary=true&limit=5000');
  const sums = new Map<string, { saving: Decimal; cost: Decimal }>();
  let total = new Decimal(0);
  for (const { provider, account_id: of, type, label, uuid, summary } of body.resources) {
    const saving = new Decimal(summary.recommendation_savings);
    // The small demo has its cluster for three days.
    const month = new Decimal(summary.cost).times(provider === 'kubernetes' ? 10 : 1);
    // Both in cents.
    const cost = month.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    expect(saving.lte(cost), `${label ?? uuid}: ${saving.toFixed()} of ${cost.toFixed()}`).toBe(
      true,
    );
    total = total.plus(saving);
    for (const key of [provider, of, type, ...summary.billed_services]) {
      const { saving: before = 0, cost: costBefore = 0 } = sums.get(key) ?? {};
      sums.set(key, { saving: saving.plus(before), cost: cost.plus(costBefore) });
    }
  }
  for (const { saving, cost } of sums.values()) expect(saving.lte(cost)).toBe(true);
  const savings = (await account.as.get('/v2/recommendations/savings')).body;
  expect(Number(savings.available)).toBeGreaterThan(10);
  expect(Number(savings.available)).toBeLessThan(Number(savings.cost));
  expect(total.minus(savings.available).abs().toNumber()).toBeLessThan(0.01 * savings.resources);
});

test('a report is sent weekly, and the spike of BigQuery would have been told', async () => {
  const { report_notifications } = (await account.as.get('/v2/report_notifications')).body;
  expect(report_notifications).toMatchObject([
    { title: 'Weekly costs', frequency: 'weekly', user_tokens: [account.owner.token] },
  ]);
  const { anomaly_notifications } = (await account.as.get('/v2/anomaly_notifications')).body;
  expect(anomaly_notifications).toMatchObject([
    { threshold: 100, user_tokens: [account.owner.token] },
  ]);
  const [{ cost_report_token, threshold }] = anomaly_notifications;
  const { body } = await account.as.post('/v2/anomaly_notifications/backtest', {
    cost_report_token,
    threshold,
  });
  // The anomaly in the attribution project.
  const told = body.days.find(({ date }: { date: string }) => /^2026-02-1[89]$/.test(date));
  expect(told.anomalies[0]).toMatchObject({ provider: 'gcp', service: 'BigQuery' });
});

test('every report has costs, all in one currency', async () => {
  const { body } = await account.as.get('/v2/cost_reports');
  for (const { token } of body.cost_reports) {
    const answer = await account.as.get(`/v2/costs?cost_report_token=${token}&limit=10`);
    expect(answer.status).toBe(200);
    expect(Number(answer.body.total_cost.amount)).toBeGreaterThan(100);
    expect(answer.body.unconverted_costs ?? []).toEqual([]);
  }
});

test('orders by channel and forecasted customers are attached to two reports', async () => {
  const { business_metrics } = (await account.as.get('/v2/business_metrics')).body;
  const [orders, customers] = business_metrics;
  expect(orders.cost_report_tokens_with_metadata).toHaveLength(2);
  const valuesOf = async (token: string, kind: string) =>
    (await account.as.get(`/v2/business_metrics/${token}/${kind}?limit=5000`)).body.values;
  const days = 374; // 1 March 2025 to 9 March 2026
  expect(await valuesOf(orders.token, 'values')).toHaveLength(3 * days);
  expect(await valuesOf(customers.token, 'values')).toHaveLength(days);
  const forecasted = await valuesOf(customers.token, 'forecasted_values');
  expect(forecasted).toHaveLength(12);
  expect(forecasted.at(-1).date).toBe('2026-04-01T00:00:00Z');
  const [{ cost_report_token: report }] = orders.cost_report_tokens_with_metadata;
  const answer = await account.as.get(`/v2/unit_costs?cost_report_token=${report}`);
  expect(answer.body.unit_costs).toHaveLength(24);
});

test('load totals match the stored lines', async () => {
  const loads = await loadsOf(account);
  const stored = await linesOf<Record<string, string>>(
    account,
    (
      lines,
    ) => sql`SELECT load_id, currency, sum(billed_cost) AS billed, sum(effective_cost) AS effective
     FROM ${lines} GROUP BY load_id, currency ORDER BY load_id`,
  );
  const recorded = loads.flatMap(({ load_id, totals }) =>
    totals.map((total) => ({ load_id, ...total })),
  );
  expect(stored).toEqual(recorded.toSorted((a, b) => a.load_id - b.load_id));
});

test('40 accounts, three currencies, every kind of charge, tagged and untagged', async () => {
  const [row] = await linesOf<Record<string, unknown>>(
    account,
    (
      lines,
    ) => sql`SELECT uniqExact(if(provider = 'azure', provider_account_id, account_id)) AS accounts,
       arraySort(groupUniqArray(currency)) AS currencies,
       arraySort(groupUniqArray(toString(charge_group))) AS groups,
       arraySort(groupUniqArray(commitment_type)) AS commitments, countIf(granularity = 'hour') > 0 AS hourly,
       countIf(empty(tags)) / count() BETWEEN 0.05 AND 0.3 AS partly_untagged, max(usage_date) AS last,
       countIf(resource_id LIKE ${sql.literal('%{%')}) AS unfilled
     FROM ${lines} WHERE usage_date < '2026-03-10'`,
  );
  expect(row).toMatchObject({
    currencies: ['EUR', 'GBP', 'USD'],
    groups: ['credit', 'discount', 'fee', 'refund', 'tax', 'usage'],
    commitments: expect.arrayContaining(['on_demand', 'reserved_instance', 'savings_plan', 'spot']),
    hourly: 1,
    partly_untagged: 1,
    last: '2026-03-09',
    unfilled: '0',
  });
  expect(Number(row!['accounts'])).toBe(40);
});

test('costs grow over the year, follow the week and have fees at the start of months', async () => {
  const [row] = await linesOf<Record<string, number>>(
    account,
    (lines) => sql`SELECT
       sumIf(cost, billing_period = '2026-02-01') / 28
         / (sumIf(cost, billing_period = '2025-03-01') / 31) AS growth,
       avgIf(day_cost, weekday > 5) / avgIf(day_cost, weekday <= 5) AS weekend
     FROM (SELECT billing_period, usage_date, toDayOfWeek(usage_date) AS weekday,
         toFloat64(sum(effective_cost)) AS cost,
         sumIf(toFloat64(effective_cost), charge_group = 'usage' AND provider = 'azure') AS day_cost
       FROM ${lines} WHERE charge_group != 'credit' GROUP BY billing_period, usage_date)`,
  );
  expect(Number(row!['growth'])).toBeGreaterThan(1.1);
  expect(Number(row!['growth'])).toBeLessThan(2.5);
  expect(Number(row!['weekend'])).toBeLessThan(0.97);
  const peaks = await linesOf<{ usage_date: string }>(
    account,
    (lines) => sql`SELECT usage_date FROM ${lines}
     WHERE provider = 'aws' AND billing_period < '2026-03-01'
     GROUP BY usage_date, billing_period ORDER BY sum(billed_cost) DESC LIMIT 1 BY billing_period`,
  );
  expect(peaks.map(({ usage_date }) => usage_date.slice(8))).toEqual(Array(12).fill('01'));
});

test('commitment fees equal covered and unused usage, and are below the on-demand cost', async () => {
  const months = await linesOf<Record<string, string>>(
    account,
    (lines) => sql`SELECT sumIf(billed_cost, charge_group = 'fee') AS fees,
       sumIf(effective_cost, charge_group = 'usage') AS amortized,
       sumIf(list_cost, charge_group = 'usage') AS on_demand,
       countIf(commitment_status = 'unused') > 0 AS has_unused
     FROM ${lines} WHERE commitment_type = 'savings_plan' AND billing_period < '2026-03-01'
     GROUP BY provider, billing_period`,
  );
  expect(months).toHaveLength(24);
  for (const { fees, amortized, on_demand } of months) {
    expect(fees).toBe(amortized);
    expect(new Decimal(fees!).lt(new Decimal(on_demand!).times('0.8'))).toBe(true);
  }
  expect(months.some(({ has_unused }) => Number(has_unused) === 1)).toBe(true);
});

test('anomalies stand out', async () => {
  const [peak] = await linesOf<Record<string, unknown>>(
    account,
    (lines) => sql`SELECT usage_date, cost > 5 * median AS stands_out FROM (
       SELECT usage_date, sum(billed_cost) AS cost, median(cost) OVER () AS median
       FROM ${lines}
       WHERE provider = 'gcp' AND cost_subcategory = 'Analysis' AND account_id = 'hl-attribution-prod'
       GROUP BY usage_date) ORDER BY cost DESC LIMIT 1`,
  );
  expect(peak).toEqual({ usage_date: expect.stringMatching(/^2026-02-1[89]$/), stands_out: 1 });
});

describe('building it again', () => {
  const snapshot = async () => {
    const paths = [
      'folders',
      'saved_filters',
      'cost_reports',
      'segments',
      'dashboards',
      'business_metrics',
      'virtual_tag_configs',
      'budgets',
      'budget_alerts',
      'cost_alerts',
      'report_notifications',
      'anomaly_notifications',
    ];
    const answers = await Promise.all(paths.map((path) => account.as.get(`/v2/${path}?limit=100`)));
    return { loads: await loadsOf(account), lists: answers.map(({ body }) => body) };
  };

  test('changes nothing on the same day', async () => {
    const before = await snapshot();
    expect((await build(account)).lines).toBe(0);
    expect(await snapshot()).toEqual(before);
  });

  test('adds the next day and keeps the past', async () => {
    const totals = (lines: Sql) => sql`
      SELECT sum(billed_cost) AS billed, sum(effective_cost) AS effective FROM ${lines}
      WHERE usage_date BETWEEN '2026-03-02' AND '2026-03-09' AND charge_group = 'usage'`;
    const before = await linesOf(account, totals);
    setTime('2026-03-11T09:00:00Z');
    expect((await build(account)).to).toBe('2026-03-10');
    expect(await linesOf(account, totals)).toEqual(before);
    setTime(today);
  });

  test('the command rejects a seed that is not a number', async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const environment = { print, showProgress: print, cwd: '/' };
    expect(await runCommand(account.app, ['demo', '--seed', 'x'], environment)).toBe(2);
    expect(lines).toEqual([
      '--seed must be a whole number.',
      'Usage: farthing demo [--seed NUMBER]',
    ]);
  });

  test('rejects another seed', async () => {
    await expect(build(account, 7)).rejects.toThrow('was built from seed 1');
  });

  const insertOwn = ({ app, account: { token } }: Account) =>
    app.services.db
      .insertInto('integrations')
      .values({
        token: `accss_crdntl_${token}`,
        account_token: token,
        provider: 'aws',
        name: 'ours',
        status: 'pending',
        created_at: new Date(today),
      })
      .execute();

  test('rejects an account with other integrations', async () => {
    const other = await newAccount();
    await insertOwn(other);
    await expect(build(other)).rejects.toThrow('already has integrations');
  });

  test('is brought up to date beside integrations of your own', async () => {
    await insertOwn(account);
    try {
      expect((await build(account)).lines).toBe(0);
    } finally {
      await account.app.services.db
        .deleteFrom('integrations')
        .where('token', '=', `accss_crdntl_${account.account.token}`)
        .execute();
    }
  });
});

test('its cluster runs on instances of its bill and costs what they cost', async () => {
  const query = new URLSearchParams({ groupings: 'namespace', date_bin: 'total' });
  const { body } = await account.as.get(
    `/v2/kubernetes_efficiency_reports/efficiency?${query.toString()}`,
  );
  const namespaces = body.figures.map(({ groups }: { groups: string[] }) => groups[0]);
  expect(namespaces).toContain('__idle__');
  expect(namespaces.length).toBeGreaterThan(2);
  expect(Number(body.total[0].cost_efficiency)).toBeGreaterThan(10);
  const [{ nodes, missing }] = (await linesOf<{ nodes: string; missing: string }>(
    account,
    (lines) => sql`SELECT uniqExact(attributes['node_resource_id']) AS nodes,
       countIf(attributes['node_resource_id'] NOT IN (
         SELECT assumeNotNull(resource_id) FROM ${lines}
         WHERE provider = 'aws' AND resource_id IS NOT NULL)) AS missing
     FROM ${lines} WHERE provider = 'kubernetes'`,
  )) as [{ nodes: string; missing: string }];
  expect([Number(nodes) > 0, missing]).toEqual([true, '0']);
});

describe('billing others', () => {
  const cents = (amount: string) => new Decimal(amount).toFixed(2);
  const listed = async (path: string) => (await account.as.get(`/v2/${path}`)).body[path];

  test('three accounts are billed: the last month as a draft, the one before approved', async () => {
    const states = (await listed('invoices')).map(
      (each: Record<string, string>) =>
        `${each['account_name']} ${each['billing_period_start']} ${each['currency']} ${each['status']}`,
    );
    expect(states.toReversed()).toEqual([
      'Harbour Logistics 2026-01-01 EUR approved',
      'Orchard Retail 2026-01-01 USD approved',
      'Żeglarz Marine 2026-01-01 USD approved',
      'Harbour Logistics 2026-02-01 EUR draft',
      'Orchard Retail 2026-02-01 USD draft',
      'Żeglarz Marine 2026-02-01 USD draft',
    ]);
  });

  test('an invoice has the costs that its account sees, and its lines and taxes add up', async () => {
    for (const { token, account_token: child, total } of (await listed('invoices')).slice(0, 3)) {
      const { body: invoice } = await account.as.get(`/v2/invoices/${token}/document`);
      const access = await account.as.post(`/v2/managed_accounts/${child}/access`, {});
      const path = costsPath({
        'settings[include_credits]': true,
        'settings[include_refunds]': true,
        'settings[amortize]': false,
        start_date: '2026-02-01',
        end_date: '2026-02-28',
        date_bin: 'month',
        groupings: 'provider,service,charge_type',
        limit: 1000,
      });
      const { costs } = (await clientFor(account.app, access.body.secret).get(path)).body;
      const texts = (rows: Record<'service' | 'charge_type' | 'amount', string>[]) =>
        new Set(rows.map((row) => [row.service, row.charge_type, cents(row.amount)].join()));
      expect(texts(invoice.lines)).toEqual(texts(costs));
      const amounts = [...invoice.lines, ...invoice.adjustments].map(
        (each: { amount: string; value?: string }) => each.value ?? each.amount,
      );
      expect(Decimal.sum(...amounts).toFixed(2)).toBe(total);
    }
  });
});

describe('a build that is stopped', () => {
  let stopped: Account;
  let recentLoads: Loads;
  beforeAll(async () => {
    setTime(today);
    stopped = await newAccount();
  });

  const ofRecentMonths = (loads: Loads) => loads.filter(({ partition }) => /2026/.test(partition));

  const statuses = async (): Promise<string[]> =>
    (await stopped.as.get('/v2/integrations')).body.integrations
      .filter((each: { provider: string }) => each.provider !== 'kubernetes')
      .map((each: { status: string }) => each.status);

  test('has the recent months whole, and its integrations are importing', async () => {
    const recent = await buildRecentMonths(await optionsOf(stopped));
    expect(recent).toMatchObject({ from: '2026-01-01', to: '2026-03-09', isUnfinished: true });
    recentLoads = await loadsOf(stopped);
    expect(recentLoads.length).toBeGreaterThan(3 * 3);
    expect(recentLoads).toEqual(ofRecentMonths(recentLoads));
    expect(await statuses()).toEqual(Array(4).fill('importing'));
    const [canvas] = (await stopped.as.get('/v2/canvases')).body.canvases;
    expect(canvas.data.table.rows.length).toBeGreaterThan(10);
  });

  test('is continued by the next one, to the bills of a build without a stop', async () => {
    const progress: number[] = [];
    const stopping = buildEarlierMonths({
      ...(await optionsOf(stopped)),
      onProgress: ({ months, totalMonths }) => {
        expect(totalMonths).toBe(13);
        if (progress.at(-1) !== months) progress.push(months);
        if (months === 8) throw new Error('stopped');
      },
    });
    await expect(stopping).rejects.toThrow('stopped');
    expect(progress).toEqual([3, 8]);
    expect(await build(stopped)).toMatchObject({ from: '2025-03-01', isUnfinished: false });
    expect(ofRecentMonths(await loadsOf(stopped))).toEqual(recentLoads);
    expect(await statuses()).toEqual(Array(4).fill('imported'));
    expect(withoutIds(await loadsOf(stopped))).toEqual(withoutIds(wholeLoads));
  });
});
