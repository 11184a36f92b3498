import { afterEach, beforeAll, expect, test } from 'vitest';
import { newAnomaly } from '../../../test/anomalies.js';
import { setTime } from '../../../test/clock.js';
import { type Charge, importCharges, newIntegration } from '../../../test/cost-fixtures.js';
import { newReport } from '../../../test/forecasting.js';
import { type Account, newAccount, testApp } from '../../../test/harness.js';
import { addDays } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

/** 28 days with median 100, median deviation 4, and 101 as the average of the last seven. */
const history = [
  96, 104, 96, 104, 96, 104, 100, 96, 104, 96, 104, 96, 104, 100, 96, 104, 96, 104, 96, 104, 96,
  104, 96, 104, 98, 104, 99, 102,
];

/** Costs of a resource on consecutive days, through the last one. */
const chargesOf = (costs: readonly number[], last: string, more: Partial<Charge> = {}): Charge[] =>
  costs.map((cost, index) => ({
    day: addDays(last, index + 1 - costs.length),
    cost: String(cost),
    service: 'EC2',
    resource: 'i-1',
    ...more,
  }));

const detect = ({ app, account }: Account) =>
  app.jobs.run('detect-anomalies', { account_token: account.token });

/** An account with three reports of the same costs, of which one leaves out those of another service. */
async function watchedAccount() {
  const account = await newAccount();
  const { body } = await account.as.get('/v2/cost_reports');
  for (const { token } of body.cost_reports) await account.as.delete(`/v2/cost_reports/${token}`);
  const reports = [
    await newReport(account, { title: 'All' }),
    await newReport(account, { title: 'AWS', filter: "costs.provider = 'aws'" }),
    await newReport(account, {
      title: 'EC2',
      filter: "costs.provider = 'aws' AND costs.service = 'EC2'",
    }),
  ];
  const integration = await newIntegration(account, { provider: 'aws' });
  const load = (charges: readonly Charge[]) => importCharges(account, charges, { integration });
  return { account, reports, load };
}

const eventsOf = async ({ as }: Account, query = '') =>
  (await as.get(`/v2/anomaly_events?${query}`)).body.anomaly_events;

interface Day {
  date: string;
  amount: string;
  expected_amount: string;
}

const sum = (amounts: readonly (string | Decimal)[]): string =>
  formatDecimal(
    amounts.reduce<Decimal>((total, each) => total.plus(each), new Decimal(0)).toFixed(),
  );

test('a rise that three reports show is one event, with the impact of its days', async () => {
  const { account, reports, load } = await watchedAccount();
  const flat = [...history, 105, 105].map(() => 20);
  await load([
    ...chargesOf([...history, 165, 150, 105], '2026-03-09'),
    ...chargesOf([...flat, 20], '2026-03-09', { service: 'S3', resource: 'b-1' }),
  ]);
  await detect(account);
  const alerts = (await account.as.get('/v2/anomaly_alerts')).body.anomaly_alerts;
  expect(alerts).toHaveLength(3);
  const events = await eventsOf(account);
  expect(events).toHaveLength(1);
  const [event] = events;
  expect(event).toMatchObject({
    service: 'EC2',
    kind: 'spike',
    status: 'open',
    anomaly_date: '2026-03-07',
    last_day: '2026-03-08',
    day_count: 2,
    is_over: true,
    amount: '165.0',
    currency: 'USD',
  });
  expect(event.cost_report_tokens.toSorted()).toEqual(reports.toSorted());
  expect(event.anomaly_alert_tokens).toHaveLength(3);
  const { days } = (await account.as.get(`/v2/anomaly_alerts/${event.token}/days`)).body as {
    days: Day[];
  };
  const own = days.filter(({ date }) => date === '2026-03-07' || date === '2026-03-08');
  expect(event.impact).toBe(
    sum(own.map((day) => new Decimal(day.amount).minus(day.expected_amount))),
  );
  // The token of any of its anomalies is that of the event.
  for (const token of event.anomaly_alert_tokens) {
    expect((await account.as.get(`/v2/anomaly_events/${token}`)).body).toEqual(event);
  }
  // A report that is filtered for shows the same event.
  expect(await eventsOf(account, `cost_report_token=${reports[2]}`)).toEqual(events);
  expect(await eventsOf(account, 'start_date=2026-03-08')).toEqual([]);
  expect(await eventsOf(account, 'end_date=2026-03-07&start_date=2026-03-07')).toEqual(events);
});

test('drivers and the rest add up to the impact', async () => {
  const { account, load } = await watchedAccount();
  const with65 = [...history, 165, 150];
  await load([
    ...chargesOf(
      with65.map((cost) => (cost >= 150 ? cost - 60 : cost - 10)),
      '2026-03-09',
    ),
    ...chargesOf(
      with65.map((cost) => (cost >= 150 ? 60 : 10)),
      '2026-03-09',
      {
        resource: 'i-2',
        resourceName: 'batch',
      },
    ),
  ]);
  await detect(account);
  const [event] = await eventsOf(account);
  const { body } = await account.as.get(`/v2/anomaly_events/${event.token}/drivers`);
  expect(body.impact).toBe(event.impact);
  // Two days of 60 instead of 10.
  expect(body.drivers[0]).toEqual({ resource: 'i-2', name: 'batch', amount: '100.0' });
  const amounts = body.drivers.map(({ amount }: { amount: string }) => amount);
  expect(sum([...amounts, body.rest])).toBe(event.impact);
});

test('a new level stays open, and grows, until it is accepted as the new normal', async () => {
  const { account, load } = await watchedAccount();
  await load(chargesOf([...history, 165], '2026-03-09'));
  await detect(account);
  const [first] = await eventsOf(account);
  setTime('2026-03-25T09:00:00Z');
  const later = Array.from({ length: 16 }, () => 165);
  await load(chargesOf([...history, ...later], '2026-03-24'));
  await detect(account);
  // Its anomalies are archived after a week, as ever.
  const alerts = (await account.as.get('/v2/anomaly_alerts')).body.anomaly_alerts;
  expect(alerts.map(({ status }: { status: string }) => status)).toEqual([
    'archived',
    'archived',
    'archived',
  ]);
  const [event, ...others] = await eventsOf(account, 'status=open');
  expect(others).toEqual([]);
  expect(event).toMatchObject({ token: first.token, kind: 'step', is_over: false, day_count: 16 });
  expect(new Decimal(event.impact).greaterThan(new Decimal(first.impact).times(10))).toBe(true);

  const path = `/v2/anomaly_events/${event.token}`;
  const acknowledged = await account.as.put(path, { status: 'acknowledged', feedback: 'known' });
  expect(acknowledged.body).toMatchObject({ status: 'acknowledged', feedback: 'known' });
  expect(await eventsOf(account, 'status=open')).toEqual([]);
  expect((await account.as.put(path, { status: 'open' })).body).toMatchObject({ status: 'open' });
  const accepted = (await account.as.put(path, { status: 'accepted' })).body;
  expect(accepted).toMatchObject({ status: 'accepted', accepted_on: '2026-03-25' });
  expect(await eventsOf(account, 'status=accepted')).toEqual([accepted]);

  setTime('2026-03-27T09:00:00Z');
  await load(chargesOf([...history, ...later, 165, 165], '2026-03-26'));
  await detect(account);
  expect((await account.as.get(path)).body).toMatchObject({ impact: event.impact, day_count: 16 });
});

test('an event has the anomalies that the caller sees, and is reviewed by those who may edit', async () => {
  const account = await newAccount();
  const [hidden, shown] = [await newReport(account), await newReport(account)];
  const token = await newAnomaly(account, { report: hidden });
  const { db } = account.app.services;
  const second = await newAnomaly(account, { report: shown });
  await db
    .updateTable('anomaly_alerts')
    .set({ event_token: token, amount: '100' })
    .where('token', '=', second)
    .execute();
  const [event] = await eventsOf(account);
  expect(event.anomaly_alert_tokens).toEqual([token, second]);
  await account.as.post('/v2/access_grants', {
    resource_token: hidden,
    team_token: account.everyone.token,
    access: 'denied',
  });
  const { as: viewer } = await account.newUser('viewer');
  const { body } = await viewer.get(`/v2/anomaly_events/${second}`);
  expect(body).toMatchObject({
    token: second,
    amount: '100.0',
    cost_report_tokens: [shown],
    anomaly_alert_tokens: [second],
  });
  expect((await viewer.get(`/v2/anomaly_events/${token}`)).body).toEqual(body);
  expect((await viewer.put(`/v2/anomaly_events/${second}`, { status: 'ignored' })).status).toBe(
    403,
  );
  const stranger = await newAccount();
  expect((await stranger.as.get(`/v2/anomaly_events/${second}`)).status).toBe(404);
  expect(await eventsOf(stranger)).toEqual([]);
  await account.as.put(`/v2/anomaly_events/${second}`, { status: 'ignored' });
  expect(await eventsOf(account)).toEqual([]);
  expect(await eventsOf(account, 'status=ignored')).toMatchObject([{ token, status: 'ignored' }]);
  // What is set for one of its anomalies counts for the event, too.
  await account.as.put(`/v2/anomaly_alerts/${second}`, { status: 'active' });
  expect(await eventsOf(account, 'status=open')).toHaveLength(1);
});
