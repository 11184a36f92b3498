import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Charge, importCharges, newIntegration } from '../../../test/cost-fixtures.js';
import { forecast, newReport } from '../../../test/forecasting.js';
import { type Account, newAccount, testOrigin } from '../../../test/harness.js';
import { propertyRuns } from '../../../test/property-runs.js';
import { askServer } from '../../cli/ask.js';
import { budgetsCommand, printBudgets } from '../../cli/budgets-command.js';
import { parseArguments } from '../../cli/commands.js';
import { addDays } from '../../platform/lib/days.js';

/** A charge for each of 120 days through the last one. */
const daily = (last: string, charge: (day: string, index: number) => Omit<Charge, 'day'>) =>
  Array.from({ length: 120 }, (_, index): Charge => {
    const day = addDays(last, index - 119);
    return { ...charge(day, index), day };
  });

const periodOf = async ({ as }: Account, report: string, query = '') =>
  (await as.get(`/v2/cost_reports/${report}/period_forecast?${query}`)).body;

describe('a month of which the last billed days are incomplete', () => {
  let account: Account;
  let report: string;
  let budget: string;

  beforeAll(async () => {
    setTime('2026-03-10T09:00:00Z');
    account = await newAccount();
    // Complete through the 9th, and more of the 10th than was expected.
    const aws = await newIntegration(account, { provider: 'aws' });
    const compute = daily('2026-03-09', () => ({ service: 'EC2', cost: '60' }));
    await importCharges(account, [...compute, { day: '2026-03-10', service: 'EC2', cost: '900' }], {
      integration: aws,
    });
    // Complete through the 7th.
    await importCharges(
      account,
      daily('2026-03-07', () => ({ service: 'Storage', cost: '7', provider: 'Google Cloud' })),
    );
    report = await newReport(account);
    await forecast(account, report);
    const { body } = await account.as.post('/v2/budgets', {
      name: 'March',
      cost_report_token: report,
      periods: [{ start_at: '2026-03-01', amount: 2900 }],
    });
    budget = body.token;
  });

  // 7 days of 67, two of which 60 are billed and 67 forecast, 900, and 21 days of 67 ahead.
  const expected = '2910.0';

  test('is forecast at complete days as billed, and the larger of billed and forecast of all others', async () => {
    const period = await periodOf(account, report);
    expect(period).toMatchObject({
      start_date: '2026-03-01',
      end_date: '2026-03-31',
      currency: 'USD',
      complete_through: '2026-03-07',
      spend: '1489.0',
      forecast: expected,
      forecast_from: '2026-03-08',
    });
    const day = (date: string, spend: string, amount: string) => ({
      date,
      spend,
      amount,
      lower_amount: amount,
      upper_amount: amount,
    });
    expect(period.days).toHaveLength(24);
    expect(period.days.slice(0, 4)).toEqual([
      day('2026-03-08', '60.0', '67.0'),
      day('2026-03-09', '60.0', '67.0'),
      day('2026-03-10', '900.0', '900.0'),
      day('2026-03-11', '0.0', '67.0'),
    ]);
  });

  test('has the same forecast in its budget, which is at risk', async () => {
    const { body } = await account.as.get('/v2/budgets/status');
    expect(body.complete_through).toBe('2026-03-07');
    expect(body.budget_status).toMatchObject([
      { forecast: expected, forecast_from: '2026-03-08', spend: '1489.0', state: 'at_risk' },
    ]);
    const months = (await account.as.get(`/v2/budgets/${budget}/months`)).body.months;
    expect(months[0]).toMatchObject({ forecast: expected, state: 'at_risk' });
    // 30 days of 67.
    expect(months[1]).toMatchObject({ forecast: '2010.0', forecast_from: '2026-04-01' });
    const { performance } = (await account.as.get(`/v2/budgets/${budget}?include_performance=true`))
      .body;
    // 0.3 % over.
    expect(performance[0]).toEqual({ date: 'March, 2026', actual: '0%', amount: '2900.0' });
  });

  test('has the same forecast on the command line and in the message of a budget alert', async () => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const ask = askServer({ url: await testOrigin(), token: account.as.secret });
    await printBudgets(ask, { ...parseArguments(budgetsCommand, ['budgets']), print });
    expect(printed).toContain('March    2,900.00  1,489.00  2,910.00  51.3%  at risk');
    // 7 days of 67, 67, 67 and 900 are 1,503; 20 days of 67 more stay below 2,900, the 21st does not.
    expect(printed).toContain('March will exceed its budget by 10.00 USD, on 31 Mar 2026.');
    expect(printed.at(-1)).toBe(
      'Costs are complete through 7 Mar 2026; later days still grow. Forecasts count these with what is billed or forecast, whichever is larger.',
    );
    await account.as.post('/v2/budget_alerts', {
      budget_tokens: [budget],
      threshold: 50,
      duration_in_days: '',
      recipient_emails: ['finance@example.com'],
    });
    await account.app.jobs.run('evaluate-rules', { account_token: account.account.token });
    const { content } = await account.app.services.db
      .selectFrom('delivery_messages')
      .select('content')
      .where('account_token', '=', account.account.token)
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({
      data: { forecast: expected, forecast_from: '2026-03-08' },
      facts: expect.arrayContaining([
        {
          label: 'Forecast of the month',
          value: '2,910.00 USD, days from 2026-03-08 forecast',
        },
      ]),
    });
  });

  test('is the forecast of the workspace where it is the first report of all costs', async () => {
    const { workspace } = account;
    const inWorkspace = async () =>
      (await account.as.get(`/console/period_forecast?workspace_token=${workspace.token}`)).body
        .period_forecast;
    const { cost_reports: reports } = (await account.as.get('/v2/cost_reports')).body;
    const others = reports.filter(({ token }: { token: string }) => token !== report);
    for (const { token } of others) {
      await account.as.put(`/v2/cost_reports/${token}`, { filter: "costs.provider = 'gcp'" });
    }
    expect(await inWorkspace()).toEqual(await periodOf(account, report));
    const change = (body: object) => account.as.put(`/v2/cost_reports/${report}`, body);
    await change({ filter: "costs.provider = 'aws'" });
    expect(await inWorkspace()).toBeNull();
    // Without tax, it would not be what the total beside it comes to.
    await change({ filter: null, settings: { include_tax: false } });
    expect(await inWorkspace()).toBeNull();
    await change({ settings: { include_tax: true } });
    expect(await inWorkspace()).not.toBeNull();
  });

  test('parts of it add up, and days beyond the forecast have none', async () => {
    const first = await periodOf(account, report, 'start_date=2026-03-01&end_date=2026-03-08');
    const rest = await periodOf(account, report, 'start_date=2026-03-09&end_date=2026-03-31');
    expect([first.forecast, rest.forecast]).toEqual(['536.0', '2374.0']);
    const past = await periodOf(account, report, 'start_date=2026-02-01&end_date=2026-02-28');
    expect(past).toMatchObject({ forecast: '1876.0', forecast_from: null, days: [] });
    const late = await periodOf(account, report, 'start_date=2027-03-31&end_date=2027-04-01');
    expect(late).toMatchObject({ forecast: null, forecast_from: null, days: [] });
    expect(
      (await periodOf(account, report, 'start_date=2026-03-02&end_date=2026-03-01')).errors,
    ).toEqual(['start_date must not be after end_date']);
  });
});

/** Moments after an import on 10 March: after midnight, and in other months. */
const moments = ['2026-03-11T00:00:01Z', '2026-04-01T00:00:01Z', '2026-06-20T12:00:00Z'];

test('the forecast of a month changes with costs and model, never by the clock alone', async () => {
  const cents = fc.integer({ min: 0, max: 50_000 }).map((amount) => (amount / 100).toFixed(2));
  const series = fc.record({
    amounts: fc.array(cents, { minLength: 7, maxLength: 7 }),
    daysBehind: fc.nat(12),
  });
  await fc.assert(
    fc.asyncProperty(series, series, cents, async (one, other, today) => {
      setTime('2026-03-10T09:00:00Z');
      const account = await newAccount();
      const aws = await newIntegration(account, { provider: 'aws' });
      await importCharges(
        account,
        [
          ...daily(addDays('2026-03-09', -one.daysBehind), (_, index) => ({
            cost: one.amounts[index % 7]!,
          })),
          { day: '2026-03-10', cost: today },
        ],
        { integration: aws },
      );
      await importCharges(
        account,
        daily(addDays('2026-03-09', -other.daysBehind), (_, index) => ({
          cost: other.amounts[index % 7]!,
          provider: 'Google Cloud',
        })),
      );
      const report = await newReport(account);
      const budget = await account.as.post('/v2/budgets', {
        name: 'B',
        cost_report_token: report,
        periods: [{ start_at: '2026-03-01', amount: 1 }],
      });
      await forecast(account, report);
      const figures: string[] = [];
      for (const moment of ['2026-03-10T09:00:00Z', ...moments]) {
        setTime(moment);
        await forecast(account, report);
        const range = 'start_date=2026-03-01&end_date=2026-03-31';
        const { forecast: ofReport, forecast_from: from } = await periodOf(account, report, range);
        const { months } = (await account.as.get(`/v2/budgets/${budget.body.token}/months`)).body;
        expect(months[0]).toMatchObject({ month: '2026-03-01', forecast: ofReport });
        expect(months[0].forecast_from).toBe(from);
        figures.push(ofReport);
      }
      expect(new Set(figures)).toEqual(new Set([figures[0]]));
    }),
    { seed: 20_261_117, numRuns: propertyRuns(2) },
  );
});
