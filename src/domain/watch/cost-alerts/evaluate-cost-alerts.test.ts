import { afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type Charge, importCharges, importCsv } from '../../../../test/cost-fixtures.js';
import { newReport } from '../../../../test/forecasting.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { openQueues, takeQueued } from '../../../../test/queued-jobs.js';
import { addDays } from '../../../platform/lib/days.js';
import { clientOf } from '../../../platform/store/clickhouse/connection.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const newAlert = async (account: Account, reports: string[], body: object = {}) =>
  (
    await account.as.post('/v2/cost_alerts', {
      title: 'Spikes',
      interval: 'day',
      threshold: 100,
      unit_type: 'currency',
      workspace_token: account.workspace.token,
      report_tokens: reports,
      email_recipients: [account.owner.email],
      ...body,
    })
  ).body;

const evaluate = ({ app, account }: Account) =>
  app.jobs.run('evaluate-cost-alerts', { account_token: account.token });

const eventsOf = async ({ as }: Account, alert: string, query = '') =>
  (await as.get(`/v2/cost_alerts/${alert}/events${query}`)).body.cost_alert_events;

const descriptions = async (account: Account, alert: string): Promise<string[]> =>
  (await eventsOf(account, alert)).map((event: { description: string }) => event.description);

const annotationsOf = async ({ as }: Account, report: string) =>
  (await as.get(`/v2/annotations?report_token=${report}`)).body.annotations;

const messagesOf = ({ app, account }: Account) =>
  app.services.db
    .selectFrom('delivery_messages')
    .select(['rule_token', 'event_key', 'channel', 'recipient', 'content'])
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();

/** Costs by region on two days; further imports have costs through the same day, so that it is complete. */
const spend = (
  account: Account,
  costs: Record<string, [string, string]>,
  more: Partial<Charge> = {},
) =>
  importCharges(
    account,
    Object.entries(costs).flatMap(([region, amounts]) =>
      amounts.map((cost, index) => ({
        day: ['2026-03-08', '2026-03-09'][index]!,
        cost,
        region,
        ...more,
      })),
    ),
  );

test('the worked example by region is recorded once, with its annotation and message', async () => {
  const account = await newAccount();
  const report = await newReport(account, { groupings: 'region' });
  const { body: channel } = await account.as.post('/v2/channels', {
    name: 'costs',
    kind: 'slack',
    settings: {},
    secret: 'https://hooks.example.com/costs',
    workspace_token: account.workspace.token,
  });
  const alert = await newAlert(account, [report], {
    unit_type: 'percentage',
    threshold: 15,
    minimum_threshold: 50,
    // Named twice, and told once.
    email_recipients: [account.owner.email, account.owner.email.toUpperCase(), 'x@example.com'],
    slack_channels: ['#costs'],
  });
  await spend(account, {
    'eu-west-2': ['400.00', '460.00'],
    'us-east-1': ['100.00', '118.00'],
    'ap-south-1': ['0', '300.00'],
  });
  await Promise.all([evaluate(account), evaluate(account)]);
  await evaluate(account);
  const events = await eventsOf(account, alert.token);
  expect(events).toEqual([
    {
      token: expect.stringMatching(/^cstm_alrt_evnt_/),
      created_at: '2026-03-10T09:00:00Z',
      triggered_at: '2026-03-09T00:00:00Z',
      description: 'Day over day costs for eu-west-2 increased by 15.0% ($60.0).',
      alert_type: 'change_in_cost',
      metadata: {
        change_in_cost: '60.0',
        change_in_percentage: '15.0',
        previous_cost: '400.0',
        current_cost: '460.0',
        groupings: ['eu-west-2'],
        interval: 'day',
        interval_start: '2026-03-09',
        previous_interval_start: '2026-03-08',
      },
      report_token: report,
      alert_token: alert.token,
    },
  ]);
  const path = `/v2/cost_alerts/${alert.token}/events/${events[0].token}`;
  expect((await account.as.get(path)).body).toEqual(events[0]);
  expect(await annotationsOf(account, report)).toMatchObject([
    { title: 'Cost alert: Spikes', date: '2026-03-09', message: events[0].description },
  ]);
  const messages = await messagesOf(account);
  expect(messages.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['email', account.owner.token],
    ['email', 'x@example.com'],
    ['slack', channel.token],
  ]);
  expect(messages[0]).toMatchObject({
    rule_token: alert.token,
    content: {
      type: 'cost_alert',
      title: 'Cost alert: Spikes',
      summary: events[0].description,
      about: report,
      facts: [
        { label: 'Group', value: 'eu-west-2' },
        { label: 'Before', value: '400.00 USD' },
        { label: 'Now', value: '460.00 USD' },
        { label: 'Change', value: '+60.00 USD (+15%)' },
        { label: 'Compared', value: '2026-03-09 with 2026-03-08 (day)' },
        { label: 'As of', value: '2026-03-09' },
        { label: 'Threshold', value: '15%, from 50 USD' },
        { label: 'Report', value: 'R' },
      ],
    },
  });
});

test('a new group is due by amount, and groups of a run share a message and an annotation', async () => {
  const account = await newAccount();
  const report = await newReport(account, { groupings: 'region' });
  const alert = await newAlert(account, [report], { threshold: 250 });
  await spend(account, { a: ['10', '260'], b: ['0', '300'], c: ['700', '10'], d: ['1', '2'] });
  await evaluate(account);
  expect((await descriptions(account, alert.token)).toSorted()).toEqual([
    'Day over day costs for a increased by $250.0.',
    'Day over day costs for b increased by $300.0.',
    'Day over day costs for c decreased by $690.0.',
  ]);
  const messages = await messagesOf(account);
  expect(messages).toHaveLength(1);
  expect(messages[0]!.content).toMatchObject({
    summary: 'Day over day costs of 3 groups of R changed.',
    facts: [
      { label: 'c', value: '-690.00 USD (-98.57%)' },
      { label: 'b', value: '+300.00 USD' },
      { label: 'a', value: '+250.00 USD (+2500%)' },
      { label: 'Compared' },
      { label: 'As of' },
      { label: 'Threshold', value: '250 USD' },
      { label: 'Report' },
    ],
    data: { change_count: 3, currency: 'USD', threshold: '250.0', minimum_threshold: null },
  });
  expect(await annotationsOf(account, report)).toHaveLength(1);
});

test('the running week is reported as soon as it exceeds the last one', async () => {
  setTime('2025-04-09T20:00:00Z');
  const account = await newAccount();
  const report = await newReport(account);
  const alert = await newAlert(account, [report], { interval: 'week', threshold: 2000 });
  const storage = (day: string, cost: string) =>
    importCharges(account, [{ day, cost, service: 'storage' }]);
  await storage('2025-04-01', '9000');
  await storage('2025-04-07', '10999.99');
  await evaluate(account);
  expect(await eventsOf(account, alert.token)).toEqual([]);
  await storage('2025-04-09', '50.01');
  await evaluate(account);
  expect(await eventsOf(account, alert.token)).toMatchObject([
    {
      triggered_at: '2025-04-09T00:00:00Z',
      description: 'Week over week costs for aws and storage increased by $2050.0.',
      metadata: { change_in_cost: '2050.0', groupings: ['aws', 'storage'] },
    },
  ]);
});

test('late and restated bills add events of earlier days, and take none back', async () => {
  const account = await newAccount();
  const report = await newReport(account, { groupings: 'region' });
  setTime('2026-03-04T09:00:00Z');
  const alert = await newAlert(account, [report]);
  setTime('2026-03-10T09:00:00Z');
  const days = (amounts: string[]) =>
    importCharges(
      account,
      amounts.map((cost, index) => ({ day: `2026-03-0${index + 4}`, cost, region: 'r' })),
    );
  await days(['10', '10', '10', '10', '10', '10']);
  await evaluate(account);
  expect(await eventsOf(account, alert.token)).toEqual([]);
  await days(['0', '150', '150', '150', '150', '150']);
  await evaluate(account);
  const found = await eventsOf(account, alert.token);
  expect(found).toMatchObject([{ triggered_at: '2026-03-05T00:00:00Z' }]);
  await days(['0', '-150', '-150', '-150', '-150', '-150']);
  await evaluate(account);
  expect(await eventsOf(account, alert.token)).toEqual(found);
});

test('an edited alert reports the same change once, and begins with the last complete interval', async () => {
  const account = await newAccount();
  const report = await newReport(account, { groupings: 'region' });
  const alert = await newAlert(account, [report]);
  await importCharges(
    account,
    ['2026-03-05', '2026-03-08', '2026-03-09'].map((day, at) => ({
      day,
      cost: ['1', '1', '500'][at]!,
      region: 'r',
    })),
  );
  await evaluate(account);
  const path = `/v2/cost_alerts/${alert.token}`;
  await account.as.put(path, { threshold: 200, report_tokens: [report] });
  await evaluate(account);
  expect(await eventsOf(account, alert.token)).toHaveLength(1);
  expect(await messagesOf(account)).toHaveLength(1);
  await account.as.put(path, { interval: 'week', report_tokens: [report] });
  await evaluate(account);
  expect((await descriptions(account, alert.token)).map((text) => text.slice(0, 14))).toEqual([
    'Week over week',
    'Day over day c',
  ]);
});

test('annotations end with the alert or its report; events of a removed report stay', async () => {
  const account = await newAccount();
  const [first, second] = [
    await newReport(account, { groupings: 'region' }),
    await newReport(account, { groupings: 'region' }),
  ];
  const alert = await newAlert(account, [first, second]);
  await spend(account, { r: ['1', '500'] });
  await evaluate(account);
  const path = `/v2/cost_alerts/${alert.token}`;
  await account.as.put(path, { report_tokens: [second] });
  expect(await annotationsOf(account, first)).toEqual([]);
  expect(await annotationsOf(account, second)).toHaveLength(1);
  expect(await eventsOf(account, alert.token)).toHaveLength(2);
  expect(await eventsOf(account, alert.token, `?report_token=${first}`)).toHaveLength(1);
  await account.as.delete(`/v2/cost_reports/${first}`);
  expect(await eventsOf(account, alert.token, `?report_token=${first}`)).toHaveLength(1);
  await account.as.delete(path);
  expect(await annotationsOf(account, second)).toEqual([]);
});

test('an alert without reports stays and never reports', async () => {
  const account = await newAccount();
  const report = await newReport(account);
  const alert = await newAlert(account, [report]);
  await account.as.delete(`/v2/cost_reports/${report}`);
  await spend(account, { r: ['1', '500'] });
  expect(await evaluate(account)).toBe('0 cost alerts evaluated with 0 cost queries, 0 events');
  expect((await account.as.get(`/v2/cost_alerts/${alert.token}`)).body.report_tokens).toEqual([]);
});

test('a closed integration does not keep drops of the others from being seen', async () => {
  const account = await newAccount();
  const report = await newReport(account, { groupings: 'region' });
  const alert = await newAlert(account, [report]);
  await importCharges(account, [{ day: '2025-06-01', cost: '1' }]);
  await spend(account, { r: ['500', '1'] });
  await evaluate(account);
  expect(await descriptions(account, alert.token)).toEqual([
    'Day over day costs for r decreased by $499.0.',
  ]);
});

/** Daily costs of a service of a provider. */
const daily = (
  account: Account,
  days: { from: string; to: string },
  charge: (day: string) => Partial<Charge>,
) => {
  const charges: Charge[] = [];
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    charges.push({ day, cost: '0', ...charge(day) });
  }
  return importCharges(account, charges);
};

test('only integrations that contribute to a report hold back its drops', async () => {
  const account = await newAccount();
  const aws = await newReport(account, { filter: "costs.provider = 'aws'" });
  const all = await newReport(account, { filter: null });
  const [ofAws, ofAll] = [await newAlert(account, [aws]), await newAlert(account, [all])];
  await daily(account, { from: '2026-01-01', to: '2026-03-09' }, (day) => ({
    cost: day === '2026-03-09' ? '1' : '500',
  }));
  // The bills of another provider are late.
  await daily(account, { from: '2026-01-01', to: '2026-02-20' }, () => ({
    provider: 'Google Cloud',
    cost: '5',
  }));
  await evaluate(account);
  expect(await descriptions(account, ofAws.token)).toEqual([
    'Day over day costs for aws and Compute decreased by $499.0.',
  ]);
  expect(await descriptions(account, ofAll.token)).toEqual([]);
});

test('an integration that has ended holds back a whole month of no report', async () => {
  const account = await newAccount();
  const report = await newReport(account);
  setTime('2026-02-20T09:00:00Z');
  const alert = await newAlert(account, [report], { interval: 'month' });
  setTime('2026-03-10T09:00:00Z');
  await daily(account, { from: '2025-12-01', to: '2026-03-09' }, (day) => ({
    cost: day < '2026-02-01' ? '100' : '1',
  }));
  await daily(account, { from: '2025-12-01', to: '2026-01-20' }, () => ({
    provider: 'Google Cloud',
    cost: '0.01',
  }));
  await evaluate(account);
  expect(await descriptions(account, alert.token)).toEqual([
    'Month over month costs for aws and Compute decreased by $3072.0.',
  ]);
});

test('channels of every kind are told, and custom providers have their names', async () => {
  const account = await newAccount();
  const report = await newReport(account);
  const kinds = {
    webhook: { settings: { url: 'https://hooks.example.com/any' }, secret: 'secret of the hook' },
    pagerduty: { settings: {}, secret: 'a'.repeat(32) },
    alertmanager: { settings: { url: 'https://alerts.example.com' } },
    jira: {
      settings: { url: 'https://jira.example.com', email: 'a@example.com', project_key: 'OPS' },
      secret: 'token-of-the-site',
    },
    teams: { settings: {}, secret: 'https://teams.example.com/hook' },
    slack: { settings: {}, secret: 'https://hooks.example.com/slack' },
  };
  const channel_tokens: string[] = [];
  for (const [kind, config] of Object.entries(kinds)) {
    const workspace_token = account.workspace.token;
    const { status, body } = await account.as.post('/v2/channels', {
      name: kind,
      kind,
      ...config,
      workspace_token,
    });
    expect([status, kind]).toEqual([201, kind]);
    channel_tokens.push(body.token);
  }
  const alert = await newAlert(account, [report], { email_recipients: [], channel_tokens });
  expect(alert.channel_tokens).toEqual(channel_tokens);
  const token = await importCsv(
    account,
    [
      'BilledCost,BillingCurrency,ChargePeriodStart,ServiceName,ChargeCategory',
      '1,USD,2026-03-08,Seats,Usage',
      '500,USD,2026-03-09,Seats,Usage',
    ].join('\n'),
    { name: 'Design tools' },
  );
  await evaluate(account);
  const messages = await messagesOf(account);
  expect(messages.map(({ channel }) => channel)).toEqual(Object.keys(kinds).toSorted());
  expect(messages[0]!.content).toMatchObject({
    summary: 'Day over day costs for Design tools and Seats increased by $499.0.',
    facts: [{ label: 'Group', value: 'Design tools and Seats' }, {}, {}, {}, {}, {}, {}, {}],
  });
  const [event] = await eventsOf(account, alert.token);
  expect(event.metadata.groupings).toEqual([`custom_provider:${token}`, 'Seats']);
  const path = `/v2/cost_alerts/${alert.token}`;
  const changed = { report_tokens: [report], channel_tokens: channel_tokens.slice(0, 1) };
  expect((await account.as.put(path, changed)).body.channel_tokens).toEqual(
    channel_tokens.slice(0, 1),
  );
  await account.as.delete(`/v2/channels/${channel_tokens[0]}`);
  expect((await account.as.get(path)).body.channel_tokens).toEqual([]);
});

test('200 alerts over 10 reports take one cost query per report', async () => {
  const account = await newAccount();
  const { db, costs } = account.app.services;
  await spend(account, { r: ['1', '500'] }, { service: 'S7' });
  const template = await newReport(account, { groupings: 'region' });
  const alert = await newAlert(account, [template], { email_recipients: [] });
  for (let n = 1; n < 10; n += 1) {
    const filter = `costs.provider = 'aws' AND costs.service = 'S${n}'`;
    await newReport(account, { groupings: 'region', filter });
  }
  const reports = await db
    .selectFrom('cost_reports')
    .select('token')
    .where('account_token', '=', account.account.token)
    .where('groupings', '=', 'region')
    .execute();
  expect(reports).toHaveLength(10);
  await sql`insert into cost_alerts (token, account_token, workspace_token, title, interval, unit_type,
      threshold, armed_at, created_at, updated_at)
    select 'cstm_alrt_rl_' || md5(token || n), account_token, workspace_token, title,
      (array['day', 'week', 'month', 'quarter'])[1 + n % 4], unit_type, 100 + n, armed_at, created_at, updated_at
    from cost_alerts, generate_series(1, 199) n where token = ${alert.token}`.execute(db);
  await sql`insert into cost_alert_reports (cost_alert_token, cost_report_token)
    select token, (${reports.map(({ token }) => token)}::text[])[1 + (id % 10)::int] from cost_alerts
    where account_token = ${account.account.token} and token <> ${alert.token}`.execute(db);
  const client = clientOf(costs.client);
  const query = client.query.bind(client);
  let queries = 0;
  client.query = (parameters: never) => {
    queries += 1;
    return query(parameters);
  };
  try {
    expect(await evaluate(account)).toMatch(
      /^200 cost alerts evaluated with 10 cost queries, \d+ events$/,
    );
  } finally {
    client.query = query;
  }
  expect(queries).toBeLessThanOrEqual(30);
  expect((await eventsOf(account, alert.token)).length).toBe(1);
});

test('a load queues the evaluation of its account with its costs', async () => {
  const app = await openQueues();
  await takeQueued(app, 'evaluate-cost-alerts');
  const account = await newAccount();
  await spend(account, { r: ['1', '1'] });
  expect(await takeQueued(app, 'evaluate-cost-alerts')).toEqual([]);
  await newAlert(account, [await newReport(account)]);
  await spend(account, { r: ['1', '1'] });
  expect(await takeQueued(app, 'evaluate-cost-alerts')).toEqual([
    { account_token: account.account.token },
  ]);
});
