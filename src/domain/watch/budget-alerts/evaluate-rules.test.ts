import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Charge, importCharges } from '../../../../test/cost-fixtures.js';
import { forecast, newReport } from '../../../../test/forecasting.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount, testApp } from '../../../../test/harness.js';
import { openQueues, takeQueued } from '../../../../test/queued-jobs.js';
import { addDays } from '../../../platform/lib/days.js';
import type { MessageContent } from '../delivery/message.js';

// Opening the engines takes its own time.
beforeAll(async () => {
  await testApp();
});
afterEach(() => setTime('2026-03-10T09:00:00Z'));

const spend = (account: Account, cost: string, day = '2026-03-05', more: Partial<Charge> = {}) =>
  importCharges(account, [{ day, cost, ...more }]);

/** An account with a budget of 1000 a month on a report of all costs. */
async function watchedAccount() {
  const account = await newAccount();
  const report = await newReport(account);
  const budget = await newBudget(account, { cost_report_token: report });
  return { account, report, budget };
}

const newBudget = async ({ as }: Account, body: object): Promise<string> => {
  const periods = [{ start_at: '2025-01-01', amount: 1000 }];
  return (await as.post('/v2/budgets', { name: 'Cloud', periods, ...body })).body.token;
};

const newAlert = async ({ as, owner }: Account, budget: string, body: object = {}) =>
  (
    await as.post('/v2/budget_alerts', {
      budget_tokens: [budget],
      threshold: 80,
      duration_in_days: '',
      user_tokens: [owner.token],
      ...body,
    })
  ).body;

const evaluate = ({ app, account }: Account) =>
  app.jobs.run('evaluate-rules', { account_token: account.token });

/** The sentences of the messages of an account, oldest first. */
const messages = async ({ app, account }: Account): Promise<string[]> => {
  const rows = await app.services.db
    .selectFrom('delivery_messages')
    .select('content')
    .where('account_token', '=', account.token)
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => String(content['summary']));
};

test('costs that reach the threshold are reported once, with an annotation', async () => {
  const { account, report, budget } = await watchedAccount();
  // The owner is named twice, and told once.
  await newAlert(account, budget, { recipient_emails: [account.owner.email.toUpperCase()] });
  await spend(account, '799.99');
  await evaluate(account);
  expect(await messages(account)).toEqual([]);
  await spend(account, '20.01');
  await Promise.all([evaluate(account), evaluate(account)]);
  await evaluate(account);
  const told = '82% of the budget Cloud for March, 2026 is spent.';
  expect(await messages(account)).toEqual([told]);
  const { body } = await account.as.get(`/v2/annotations?report_token=${report}`);
  expect(body.annotations).toMatchObject([
    { title: 'Budget alert: Cloud', date: '2026-03-10', message: told },
  ]);
  const { content } = await account.app.services.db
    .selectFrom('delivery_messages')
    .select('content')
    .where('account_token', '=', account.account.token)
    .executeTakeFirstOrThrow();
  expect(content).toMatchObject({
    facts: [
      { label: 'Spent', value: '820.00 USD' },
      { label: 'Budget of the month', value: '1,000.00 USD' },
      { label: 'Threshold', value: '80%' },
      { label: 'As of', value: '2026-03-10' },
      { label: 'Costs of', value: 'R' },
    ],
    about: report,
    reports: [report],
    chart: { limit: { amount: '1000' } },
    data: { spend: '820.0', amount: '1000.0', percent_used: '82.0', month: '2026-03-01' },
  });
  const { bars } = (content as unknown as MessageContent).chart!;
  expect([bars.length, bars[3]!.amount, bars[4]!.amount, bars[9]!.amount]).toEqual([
    10,
    '0',
    '820',
    '820',
  ]);
  await spend(account, '5000');
  await evaluate(account);
  expect(await messages(account)).toHaveLength(1);
});

test('of several alerts that are due together only the highest is delivered', async () => {
  const { account, budget } = await watchedAccount();
  for (const threshold of [50, 75, 100]) await newAlert(account, budget, { threshold });
  await spend(account, '760');
  await evaluate(account);
  expect(await messages(account)).toEqual(['76% of the budget Cloud for March, 2026 is spent.']);
  await spend(account, '240');
  await evaluate(account);
  expect(await messages(account)).toHaveLength(2);
  const firings = await account.app.services.db
    .selectFrom('budget_alert_firings')
    .select(['threshold', 'delivered'])
    .where('budget_token', '=', budget)
    .orderBy('threshold')
    .execute();
  expect(firings).toEqual([
    { threshold: 50, delivered: false },
    { threshold: 75, delivered: true },
    { threshold: 100, delivered: true },
  ]);
});

test('an update that changes nothing reports nothing again; a new threshold does', async () => {
  const { account, budget } = await watchedAccount();
  const alert = await newAlert(account, budget, { duration_in_days: '31' });
  await spend(account, '900');
  await evaluate(account);
  const all = {
    budget_tokens: alert.budget_tokens,
    threshold: alert.threshold,
    duration_in_days: '31',
    period_to_track: 'start_of_the_month',
    user_tokens: alert.user_tokens,
    recipient_channels: null,
  };
  await account.as.put(`/v2/budget_alerts/${alert.token}`, all);
  await account.as.put(`/v2/budget_alerts/${alert.token}`, { recipient_emails: [] });
  await evaluate(account);
  expect(await messages(account)).toHaveLength(1);
  await account.as.put(`/v2/budget_alerts/${alert.token}`, { threshold: 85 });
  await evaluate(account);
  expect(await messages(account)).toHaveLength(2);
});

test('bills that arrive or are restated after the month are reported, and never twice', async () => {
  const { account, budget } = await watchedAccount();
  await newAlert(account, budget, { threshold: 100 });
  setTime('2026-04-02T06:00:00Z');
  await evaluate(account);
  await spend(account, '1000', '2026-03-31');
  await evaluate(account);
  expect(await messages(account)).toEqual(['100% of the budget Cloud for March, 2026 is spent.']);
  await spend(account, '-500', '2026-03-31', { category: 'Adjustment' });
  await evaluate(account);
  await spend(account, '900', '2026-03-30');
  await evaluate(account);
  expect(await messages(account)).toHaveLength(1);
  setTime('2026-04-20T06:00:00Z');
  await spend(account, '1200', '2026-04-03');
  await evaluate(account);
  expect(await messages(account)).toHaveLength(2);
});

test('a budget of children counts and annotates all their reports', async () => {
  const account = await newAccount();
  const reports = [];
  for (const service of ['A', 'B']) {
    const filter = `costs.provider = 'aws' AND costs.service = '${service}'`;
    reports.push(await newReport(account, { filter }));
    await spend(account, '450', '2026-03-04', { service });
  }
  const children = [];
  for (const cost_report_token of reports) {
    children.push(await newBudget(account, { cost_report_token }));
  }
  const parent = await newBudget(account, { child_budget_tokens: children });
  await newAlert(account, parent, { threshold: 45 });
  await evaluate(account);
  expect(await messages(account)).toEqual(['45% of the budget Cloud for March, 2026 is spent.']);
  for (const report of reports) {
    const { body } = await account.as.get(`/v2/annotations?report_token=${report}`);
    expect(body.annotations).toHaveLength(1);
  }
});

test('the number of cost queries grows with reports, not with alerts', async () => {
  const { account, report, budget } = await watchedAccount();
  await newAlert(account, await newBudget(account, { cost_report_token: report }));
  await newAlert(
    account,
    await newBudget(account, { cost_report_token: await newReport(account) }),
  );
  for (let count = 0; count < 20; count += 1) await newAlert(account, budget);
  expect(await evaluate(account)).toBe(
    '22 budget alerts evaluated with 2 cost queries, 0 reported',
  );
});

test('a load, a saved alert and a changed budget of an alert queue the evaluation', async () => {
  const app = await openQueues();
  await takeQueued(app, 'evaluate-rules');
  const { account, budget } = await watchedAccount();
  const queued = [{ account_token: account.account.token }];
  await spend(account, '820');
  await account.as.put(`/v2/budgets/${budget}`, { name: 'Cloud 2' });
  expect(await takeQueued(app, 'evaluate-rules')).toEqual([]);
  const alert = await newAlert(account, budget, { threshold: 90 });
  await newAlert(account, budget, { threshold: 95 });
  expect(await takeQueued(app, 'evaluate-rules')).toEqual(queued);
  await spend(account, '1');
  expect(await takeQueued(app, 'evaluate-rules')).toEqual(queued);
  await account.as.put(`/v2/budget_alerts/${alert.token}`, { threshold: 80 });
  expect(await takeQueued(app, 'evaluate-rules')).toEqual(queued);
  const periods = [{ start_at: '2025-01-01', amount: 500 }];
  await account.as.put(`/v2/budgets/${budget}`, { periods });
  expect(await takeQueued(app, 'evaluate-rules')).toEqual(queued);
  expect((await newAlert(account, budget, { threshold: -1 })).errors).toHaveLength(1);
  expect(await takeQueued(app, 'evaluate-rules')).toEqual([]);
});

test('an alert on a budget that is exceeded already is told without waiting for new costs', async () => {
  const app = await openQueues();
  const { account, budget } = await watchedAccount();
  await spend(account, '820');
  await takeQueued(app, 'evaluate-rules');
  await newAlert(account, budget);
  setTime('2026-03-10T09:00:59Z');
  for (const payload of await takeQueued<object>(app, 'evaluate-rules')) {
    await app.jobs.run('evaluate-rules', payload);
  }
  expect(await messages(account)).toEqual(['82% of the budget Cloud for March, 2026 is spent.']);
});

/** An account with 10 a day up to 9 March, and an alert on the forecast of a budget. */
async function forecastAccount(amount: number, threshold = 100) {
  const account = await newAccount();
  const report = await newReport(account);
  const charges = Array.from({ length: 120 }, (_, index): Charge => {
    const cost = '10';
    return { day: addDays('2026-03-09', -index), cost };
  });
  await importCharges(account, charges);
  await forecast(account, report);
  const periods = [{ start_at: '2025-01-01', amount }];
  const budget = await newBudget(account, { cost_report_token: report, periods });
  const alert = await newAlert(account, budget, { threshold, measure: 'forecast' });
  return { account, report, budget, alert };
}

test('a forecast above the budget is reported once, with the amount and the day', async () => {
  // 31 days of 10, of which the 30th and the 31st are above 295.
  const { account, budget, alert } = await forecastAccount(295);
  expect(alert.measure).toBe('forecast');
  await evaluate(account);
  const told = 'March, 2026 will exceed the budget Cloud by 15.00 USD, on 2026-03-30.';
  expect(await messages(account)).toEqual([told]);
  const status = (await account.as.get('/v2/budgets/status')).body.budget_status;
  expect(status).toMatchObject([
    { state: 'at_risk', forecast: '310.0', exceeded_on: '2026-03-30' },
  ]);
  const events = async () =>
    (await account.as.get(`/v2/budget_alerts/events?budget_token=${budget}`)).body
      .budget_alert_events;
  expect(await events()).toMatchObject([
    {
      measure: 'forecast',
      spend: '90.0',
      amount: '295.0',
      forecast: '310.0',
      forecast_from: '2026-03-10',
      exceeded_on: '2026-03-30',
      threshold: 100,
    },
  ]);
  // Neither a change of the forecast nor another day repeats it.
  await spend(account, '70', '2026-03-10');
  setTime('2026-03-11T09:00:00Z');
  await evaluate(account);
  expect(await messages(account)).toEqual([told]);
});

test('a forecast within the budget says nothing, a higher stage is reported of its own', async () => {
  const { account, report, budget } = await forecastAccount(310);
  await newAlert(account, budget, { threshold: 110, measure: 'forecast' });
  await newAlert(account, budget, { threshold: 25 });
  await evaluate(account);
  // Equal to the budget is not above it; what is spent is told apart from what is forecast.
  expect(await messages(account)).toEqual(['29.03% of the budget Cloud for March, 2026 is spent.']);
  await spend(account, '25', '2026-03-10');
  await forecast(account, report);
  await evaluate(account);
  expect((await messages(account)).slice(1)).toEqual([
    'March, 2026 will exceed the budget Cloud by 15.00 USD, on 2026-03-30.',
  ]);
  await spend(account, '40', '2026-03-10');
  await evaluate(account);
  expect((await messages(account)).slice(2)).toEqual([
    'March, 2026 will exceed 110% of the budget Cloud by 24.00 USD, on 2026-03-29.',
  ]);
});

test('a month that has ended is not reported for its forecast', async () => {
  const { account } = await forecastAccount(295);
  setTime('2026-04-02T09:00:00Z');
  await evaluate(account);
  expect((await messages(account)).filter((text) => text.startsWith('March'))).toEqual([]);
});

test('a new forecast queues the evaluation of the alerts that watch it', async () => {
  const { account, report } = await forecastAccount(295);
  await openQueues();
  await takeQueued(account.app, 'evaluate-rules');
  await spend(account, '11', '2026-03-10');
  await forecast(account, report);
  expect(await takeQueued(account.app, 'evaluate-rules')).toContainEqual({
    account_token: account.account.token,
  });
});
