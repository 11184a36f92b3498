import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { newReport } from '../../../../test/forecasting.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { openQueues, takeQueued } from '../../../../test/queued-jobs.js';
import { addDays } from '../../../platform/lib/days.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const today = '2026-03-10';

/** An account with one report. */
async function watchedAccount() {
  const account = await newAccount();
  const { body } = await account.as.get('/v2/cost_reports');
  for (const { token } of body.cost_reports) await account.as.delete(`/v2/cost_reports/${token}`);
  return { account, report: await newReport(account) };
}

/** 28 days with median 100, median deviation 4, and 101 as the average of the last seven. */
const history = [
  96, 104, 96, 104, 96, 104, 100, 96, 104, 96, 104, 96, 104, 100, 96, 104, 96, 104, 96, 104, 96,
  104, 96, 104, 98, 104, 99, 102,
];

/** Charges of consecutive days, the last of which is yesterday. */
const chargesOf = (costs: readonly number[], more: Partial<Charge> = {}): Charge[] =>
  costs.map((cost, index) => ({
    day: addDays(today, index - costs.length),
    cost: String(cost),
    service: 'EC2',
    ...more,
  }));

/** Imports costs of AWS, where all days before the import are complete. */
const load = (account: Account, charges: readonly Charge[], integration?: string) =>
  importCharges(account, charges, { provider: 'aws', ...(integration && { integration }) });

const detect = ({ app, account }: Account) =>
  app.jobs.run('detect-anomalies', { account_token: account.token });

const anomaliesOf = async ({ as }: Account, query = '') =>
  (await as.get(`/v2/anomaly_alerts?${query}`)).body.anomaly_alerts;

const daysOf = async (account: Account): Promise<string[]> =>
  (await anomaliesOf(account)).map(
    (anomaly: Record<string, string>) => `${anomaly['anomaly_date']} ${anomaly['amount']}`,
  );

test('a day above what is expected is an anomaly with its figures and resources', async () => {
  const { account, report } = await watchedAccount();
  const costs = [...history, 165];
  await load(account, [
    ...chargesOf(
      costs.map((cost) => (cost === 165 ? 68 : 10)),
      { resource: 'i-1' },
    ),
    ...chargesOf(
      costs.map((cost) => (cost === 165 ? 97 : cost - 10)),
      { resource: 'i-2', resourceName: 'web' },
    ),
  ]);
  expect(await detect(account)).toBe(
    '1 reports searched with 1 cost queries, 1 anomalies found, 0 summaries written',
  );
  expect(await anomaliesOf(account)).toEqual([
    {
      token: expect.stringMatching(/^anmly_alrt_/),
      created_at: '2026-03-10T09:00:00Z',
      alerted_at: null,
      category: expect.any(String),
      service: 'EC2',
      provider: 'aws',
      amount: '165.0',
      previous_amount: '102.0',
      seven_day_average: '101.0',
      status: 'active',
      feedback: null,
      resources: ['i-1'],
      resource_tokens: [],
      cost_report_token: report,
      anomaly_date: '2026-03-09',
      kind: 'spike',
      expected_amount: expect.stringMatching(/^\d+\.\d+$/),
      expected_lower: expect.stringMatching(/^\d+\.\d+$/),
      expected_upper: expect.stringMatching(/^\d+\.\d+$/),
      currency: 'USD',
    },
  ]);
});

test('its resources have the tokens of the inventory once they are known there', async () => {
  const { account } = await watchedAccount();
  await load(
    account,
    chargesOf([...history, 165], { resource: 'i-0123456789abcdef0', resourceName: 'web' }),
  );
  await detect(account);
  const { db } = account.app.services;
  const integrations = await db
    .selectFrom('integrations')
    .select('token')
    .where('account_token', '=', account.account.token)
    .execute();
  for (const { token } of integrations) {
    await account.app.jobs.run('sync-resources', { integration_token: token });
  }
  const known = await db
    .selectFrom('resources')
    .select('token')
    .where('account_token', '=', account.account.token)
    .execute();
  expect(known).toHaveLength(1);
  expect(await anomaliesOf(account)).toMatchObject([
    { resources: ['web'], resource_tokens: [known[0]!.token] },
  ]);
});

test('repeated runs and two workers at once store an anomaly once', async () => {
  const { account } = await watchedAccount();
  await load(account, chargesOf([...history, 165]));
  await Promise.all([detect(account), detect(account)]);
  expect(await detect(account)).toBe(
    '1 reports searched with 0 cost queries, 0 anomalies found, 0 summaries written',
  );
  expect(await daysOf(account)).toEqual(['2026-03-09 165.0']);
});

test('the days of an episode are one anomaly, also as bills are restated', async () => {
  const { account } = await watchedAccount();
  const integration = await load(account, chargesOf([...history, 165, 160, 158]));
  await detect(account);
  expect(await daysOf(account)).toEqual(['2026-03-07 165.0']);
  // The figures stay as they were found, and an earlier start is the same event.
  await load(account, chargesOf([...history.slice(0, -1), 150, 190, 160, 158]), integration);
  expect(await detect(account)).toContain('with 1 cost queries, 0 anomalies found');
  expect(await daysOf(account)).toEqual(['2026-03-07 165.0']);
});

test('late bills are news, the history of a new report or provider is not', async () => {
  const { account, report } = await watchedAccount();
  const costs = [...history, ...history, ...history];
  const integration = await load(account, chargesOf(costs));
  await detect(account);
  expect(await daysOf(account)).toEqual([]);
  const late = costs.with(64, 300).with(36, 300);
  const statuses = async (report: string, provider = 'aws') =>
    (await anomaliesOf(account, `cost_report_token=${report}&provider=${provider}`)).map(
      (each: Record<string, string>) => `${each['anomaly_date']} ${each['status']}`,
    );
  const google = chargesOf(costs.with(64, 300).with(82, 300), { provider: 'Google Cloud' });
  await load(account, [...chargesOf(late), ...google], integration);
  const added = await newReport(account);
  await detect(account);
  expect(await statuses(report)).toEqual(['2026-02-18 active', '2026-01-21 archived']);
  expect(await statuses(report, 'gcp')).toEqual(['2026-03-08 active', '2026-02-18 archived']);
  expect(await statuses(added)).toEqual(['2026-02-18 archived', '2026-01-21 archived']);
});

test('days that are not complete wait, taxes, credits and fees are left out', async () => {
  const { account } = await watchedAccount();
  const day = '2026-03-08';
  const integration = await load(account, [
    ...chargesOf([...history, 104]),
    { day, cost: '500', service: 'EC2', category: 'Tax' },
    { day, cost: '500', service: 'EC2', category: 'Purchase' },
    { day, cost: '-500', service: 'EC2', category: 'Credit' },
    { day: today, cost: '900', service: 'EC2' },
  ]);
  await detect(account);
  expect(await daysOf(account)).toEqual([]);
  setTime('2026-03-11T09:00:00Z');
  await detect(account);
  // No import has begun since that day ended.
  expect(await daysOf(account)).toEqual([]);
  await load(
    account,
    [...chargesOf([...history, 104]), { day: today, cost: '950', service: 'EC2' }],
    integration,
  );
  await detect(account);
  expect(await daysOf(account)).toEqual(['2026-03-10 950.0']);
});

test('an anomaly is archived after seven days unless a person has set its status', async () => {
  const { account } = await watchedAccount();
  await load(account, [
    ...chargesOf([...history, 165]),
    ...chargesOf([...history, 165], { service: 'S3' }),
  ]);
  await detect(account);
  const [kept] = await anomaliesOf(account, 'service=s3');
  await account.as.put(`/v2/anomaly_alerts/${kept.token}`, { status: 'active' });
  const statuses = async () =>
    (await anomaliesOf(account)).map((each: Record<string, string>) => each['status']).toSorted();
  setTime('2026-03-15T06:00:00Z');
  await detect(account);
  expect(await statuses()).toEqual(['active', 'active']);
  setTime('2026-03-16T06:00:00Z');
  await detect(account);
  expect(await statuses()).toEqual(['active', 'archived']);
});

test('anomalies end with their report', async () => {
  const { account, report } = await watchedAccount();
  await load(account, chargesOf([...history, 165]));
  await detect(account);
  const [{ token }] = await anomaliesOf(account);
  await account.as.delete(`/v2/cost_reports/${report}`);
  expect((await account.as.get(`/v2/anomaly_alerts/${token}`)).status).toBe(404);
});

test('a load queues the search of its account with its costs', async () => {
  const app = await openQueues();
  await takeQueued(app, 'detect-anomalies');
  const account = await newAccount();
  await load(account, chargesOf([1]));
  expect(await takeQueued(app, 'detect-anomalies')).toEqual([
    { account_token: account.account.token },
  ]);
});

test('of very many series the largest are searched, and the result says how many were not', async () => {
  const { account, report } = await watchedAccount();
  const small = Array.from({ length: 1004 }, (_, index) => ({
    day: addDays(today, -1),
    cost: '0.5',
    service: `Small ${index}`,
  }));
  await load(account, [...chargesOf([...history, 165]), ...small]);
  expect(await detect(account)).toBe(
    '1 reports searched with 1 cost queries, 1 anomalies found, 0 summaries written, 5 series beyond the 1000 largest of a report left out',
  );
  const { body } = await account.as.post('/v2/anomaly_notifications/backtest', {
    cost_report_token: report,
  });
  expect(body).toMatchObject({ anomaly_count: 1, unsearched_series_count: 5 });
});
