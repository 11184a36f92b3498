import { beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Charge, importCharges, newIntegration } from '../../../test/cost-fixtures.js';
import { forecast, newReport } from '../../../test/forecasting.js';
import { type Account, newAccount } from '../../../test/harness.js';
import { addDays, firstOfMonth, lastOfMonth } from '../../platform/lib/days.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

let account: Account;
let report: string;
let budget: string;
let plan: string;
let model: string;

/** Dearer in the even weeks, so that the forecast is wrong by something and has a range. */
const costOn = (index: number) => (Math.floor(index / 7) % 2 === 0 ? '60' : '64');

beforeAll(async () => {
  setTime('2026-03-10T09:00:00Z');
  account = await newAccount();
  const aws = await newIntegration(account, { provider: 'aws' });
  const first = '2025-02-15';
  const charges: Charge[] = [];
  for (let day = first, index = 0; day <= '2026-03-09'; day = addDays(day, 1), index += 1) {
    charges.push({ day, service: 'EC2', cost: costOn(index) });
  }
  await importCharges(account, charges, { integration: aws });
  report = await newReport(account);
  await forecast(account, report);
  budget = (
    await account.as.post('/v2/budgets', {
      name: 'Cloud',
      cost_report_token: report,
      periods: [{ start_at: '2026-02-01', end_at: '2026-04-30', amount: 1900 }],
    })
  ).body.token;
  const created = await account.as.post('/v2/scenario_models', {
    title: 'Migration',
    provider: 'aws',
    workspace_token: account.workspace.token,
    periods: [{ start_at: '2026-04-16', amount: 930, amount_type: 'dollar' }],
  });
  model = created.body.token;
  const planned = await account.as.post('/v2/report_forecasts', {
    title: 'With the migration',
    cost_report_token: report,
    scenario_model_tokens: [model],
  });
  plan = planned.body.token;
});

const get = async (query = '') =>
  (await account.as.get(`/v2/cost_reports/${report}/forecast_months?${query}`)).body;
const sum = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((total, each) => total.plus(each), new Decimal(0)).toFixed());

interface Month {
  month: string;
  forecast_from: string | null;
  spend: string | null;
  baseline: string;
  plan: string | null;
  adjustments: string | null;
  expected: string;
  lower_amount: string | null;
  upper_amount: string | null;
  previous_year: string | null;
  change: string | null;
  budgets: { budget_token: string; amount: string | null; difference: string | null }[];
}

describe('the months of a report', () => {
  test('are what periods and budgets say of them, and what was billed', async () => {
    const { months, ...answer } = await get();
    expect(answer).toMatchObject({
      currency: 'USD',
      complete_through: '2026-03-09',
      planned_by: null,
      adjustments: [],
      budgets: [{ token: budget, name: 'Cloud' }],
    });
    expect(months.map(({ month }: Month) => month)).toEqual(
      Array.from({ length: 13 }, (_, index) => firstOfMonth('2025-09-01', index)),
    );
    const ofBudget = (await account.as.get(`/v2/budgets/${budget}/months`)).body.months;
    for (const row of months as Month[]) {
      const range = `start_date=${row.month}&end_date=${lastOfMonth(row.month)}`;
      const period = (await account.as.get(`/v2/cost_reports/${report}/period_forecast?${range}`))
        .body;
      expect([row.month, row.expected, row.forecast_from]).toEqual([
        row.month,
        period.forecast,
        period.forecast_from,
      ]);
      const series = (
        await account.as.get(`/v2/costs/series?cost_report_token=${report}&${range}&date_bin=month`)
      ).body;
      const isLater = row.month > '2026-03-01';
      expect([row.month, row.spend]).toEqual([row.month, isLater ? null : series.total.amount]);
      const budgeted = ofBudget.find(({ month }: { month: string }) => month === row.month);
      if (!budgeted) continue;
      expect(row.budgets[0]!.amount).toBe(budgeted.amount);
      if (budgeted.forecast) expect(row.expected).toBe(budgeted.forecast);
    }
  });

  test('add up to their total, save the bounds, which are within those of their days', async () => {
    const { months, total } = (await get()) as { months: Month[]; total: Month };
    expect(total.expected).toBe(sum(months.map(({ expected }) => expected)));
    expect(total.spend).toBe(sum(months.flatMap(({ spend }) => spend ?? [])));
    expect(Object.keys(total)).not.toContain('lower_amount');
    const budgeted = months.flatMap(({ budgets }) => (budgets[0]!.amount ? budgets : []));
    expect(total.budgets[0]).toEqual({
      budget_token: budget,
      amount: '5700.0',
      difference: sum(budgeted.map(({ difference }) => difference!)),
    });
    for (const { month, lower_amount: lower, upper_amount: upper, expected } of months) {
      if (month < '2026-03-01') {
        expect([lower, upper]).toEqual([null, null]);
        continue;
      }
      const range = `start_date=${month}&end_date=${lastOfMonth(month)}`;
      const { days, spend } = (
        await account.as.get(`/v2/cost_reports/${report}/period_forecast?${range}`)
      ).body as {
        spend: string;
        days: { spend: string; lower_amount: string; upper_amount: string }[];
      };
      const rest = new Decimal(spend).minus(sum(days.map((day) => day.spend)));
      const widest = {
        lower: rest.plus(sum(days.map((day) => day.lower_amount))),
        upper: rest.plus(sum(days.map((day) => day.upper_amount))),
      };
      expect(widest.lower.lessThanOrEqualTo(lower!), month).toBe(true);
      expect(new Decimal(lower!).lessThan(expected), month).toBe(true);
      expect(new Decimal(upper!).greaterThan(expected), month).toBe(true);
      // Bounds are rounded to twelve digits.
      expect(widest.upper.plus('0.000001').greaterThanOrEqualTo(upper!), month).toBe(true);
    }
  });

  test('are compared with the same month of last year only where all of it is imported', async () => {
    const { months, total } = await get('start_date=2026-02-01&end_date=2026-03-31');
    // February 2025 was imported from the 15th on.
    expect(months[0]).toMatchObject({ month: '2026-02-01', previous_year: null, change: null });
    const march = (
      await account.as.get(
        `/v2/costs/series?cost_report_token=${report}&start_date=2025-03-01&end_date=2025-03-31`,
      )
    ).body.total.amount;
    expect(months[1].previous_year).toBe(march);
    expect(months[1].change).toBe(
      formatDecimal(new Decimal(months[1].expected).minus(march).toFixed()),
    );
    expect([total.previous_year, total.change]).toEqual([null, null]);
  });

  test('show a plan beside the baseline, with its adjustments', async () => {
    const { months, total, planned_by, adjustments } = await get(
      `report_forecast_token=${plan}&end_date=2026-05-31&start_date=2026-03-01`,
    );
    expect(planned_by).toEqual({ token: plan, title: 'With the migration' });
    expect(adjustments).toEqual([
      {
        scenario_model_token: expect.any(String),
        title: 'Migration',
        provider: 'aws',
        service: null,
        start_at: '2026-04-16',
        end_at: null,
        amount: '930.0',
        amount_type: 'dollar',
      },
    ]);
    const baseline = await get('end_date=2026-05-31&start_date=2026-03-01');
    expect(months.map((row: Month) => [row.baseline, row.lower_amount])).toEqual(
      baseline.months.map((row: Month) => [row.expected, row.lower_amount]),
    );
    // 15 of 30 days of April.
    expect(months.map((row: Month) => row.adjustments)).toEqual(['0.0', '465.0', '930.0']);
    expect(total.adjustments).toBe('1395.0');
    expect(total.expected).toBe(sum([baseline.total.expected, '1395']));
    const alone = await get(
      `scenario_model_token=${model}&end_date=2026-05-31&start_date=2026-03-01`,
    );
    expect(alone).toMatchObject({
      planned_by: { token: model, title: 'Migration' },
      months,
      total,
    });
    // What the report shows follows its default forecast.
    await account.as.put(`/v2/report_forecasts/${plan}`, { set_as_default: true });
    const shown = await get('start_date=2026-05-01&end_date=2026-05-31');
    const range = 'start_date=2026-05-01&end_date=2026-05-31';
    const period = await account.as.get(`/v2/cost_reports/${report}/period_forecast?${range}`);
    expect(shown.months[0].expected).toBe(period.body.forecast);
    const { months: plain } = await get(`${range}&report_forecast_token=baseline`);
    expect([plain[0].plan, plain[0].expected]).toEqual([null, baseline.months[2].expected]);
    await account.as.put(`/v2/report_forecasts/${plan}`, { set_as_default: false });
  });

  test('begin with the first imported costs, and have no forecast beyond its end', async () => {
    const { months, total } = await get('start_date=2024-06-01&end_date=2027-04-30');
    expect(months[0]).toMatchObject({ month: '2025-02-01', spend: sum(['420', '448']) });
    expect(months.at(-1)).toMatchObject({
      month: '2027-04-01',
      expected: null,
      forecast_from: '2027-04-01',
    });
    expect(total.expected).toBeNull();
  });

  test('answer only for forecasts of the report', async () => {
    const other = await newReport(account);
    const path = `/v2/cost_reports/${other}/forecast_months?report_forecast_token=${plan}`;
    expect((await account.as.get(path)).status).toBe(404);
    const both = await get(`report_forecast_token=${plan}&scenario_model_token=${model}`);
    expect(both.errors).toEqual([
      'report_forecast_token and scenario_model_token exclude each other',
    ]);
    expect((await get('start_date=2026-05-01&end_date=2026-03-31')).errors).toEqual([
      'start_date must not be after end_date',
    ]);
  });
});
