import { describe, expect, test } from 'vitest';
import { costPerUnit, metricByDay } from './metric-driver.js';
import {
  type Scenario,
  PlanDecimal,
  applyScenarios,
  roundDay,
  scaleToTotal,
} from './apply-scenarios.js';

const amountOf = (service: string, amount: number | string, provider = 'aws') => ({
  provider,
  service,
  amount: new PlanDecimal(amount),
});
const baseline = [amountOf('EC2', 60), amountOf('S3', 40)];
const format = (amounts: ReturnType<typeof roundDay>) =>
  amounts.map(({ service, amount }) => `${service} ${amount.toFixed()}`);
const apply = (day: string, ...scenarios: Scenario[]) =>
  format(roundDay(applyScenarios(baseline, scenarios, day)));

const dollars: Scenario = {
  provider: null,
  service: null,
  periods: [
    { start_at: '2026-01-01', end_at: '2026-03-31', amount: '3100', amount_type: 'dollar' },
  ],
};
const tenPercent: Scenario = {
  provider: 'aws',
  service: 'EC2',
  periods: [{ start_at: '2026-01-01', end_at: null, amount: '10', amount_type: 'percent' }],
};

describe('scenarios', () => {
  test('dollars per month are prorated by day and allocated by amount, then percentages apply', () => {
    expect(apply('2026-01-15', dollars, tenPercent)).toEqual(['EC2 132', 'S3 80']);
  });

  test('a shorter month gets more dollars a day', () => {
    const rows = roundDay(applyScenarios(baseline, [dollars], '2026-02-15'));
    const total = rows.reduce((sum, { amount }) => sum.plus(amount), new PlanDecimal(0));
    expect(total.toFixed()).toBe('210.714285714286');
  });

  test('the order of scenarios matters', () => {
    expect(apply('2026-01-15', tenPercent, dollars)).toEqual([
      'EC2 128.264150943396',
      'S3 77.735849056604',
    ]);
  });

  test('a period applies from its first to its last day', () => {
    expect(apply('2025-12-31', dollars)).toEqual(['EC2 60', 'S3 40']);
    expect(apply('2026-03-31', dollars)).toEqual(['EC2 120', 'S3 80']);
    expect(apply('2026-04-01', dollars, tenPercent)).toEqual(['EC2 66', 'S3 40']);
  });

  test('overlapping periods all apply', () => {
    const twice = { ...tenPercent, periods: [...tenPercent.periods, ...tenPercent.periods] };
    expect(apply('2026-05-01', twice)).toEqual(['EC2 72.6', 'S3 40']);
  });

  test('series without costs get equal shares', () => {
    const zeroAmounts = [amountOf('EC2', 0), amountOf('S3', 0)];
    expect(format(applyScenarios(zeroAmounts, [dollars], '2026-01-01'))).toEqual([
      'EC2 50',
      'S3 50',
    ]);
  });

  test('dollars without a matching series add one', () => {
    const forGcp = { ...dollars, provider: 'gcp' };
    expect(applyScenarios(baseline, [forGcp], '2026-01-01').at(-1)).toEqual(
      amountOf('all', 100, 'gcp'),
    );
  });

  test('large negative percentages turn costs into credits', () => {
    const credit: Scenario = {
      ...tenPercent,
      periods: [{ start_at: '2026-01-01', end_at: null, amount: '-250', amount_type: 'percent' }],
    };
    expect(apply('2026-01-01', credit)).toEqual(['EC2 -90', 'S3 40']);
  });
});

describe('a business metric', () => {
  test('drives the total of the days it has a forecast for', () => {
    const history = Array.from({ length: 90 }, (_, day) => ({
      day: new Date(Date.UTC(2026, 3, 2 + day)).toISOString().slice(0, 10),
      amount: '1000',
    }));
    const costs = history.map(() => '100');
    const unitCost = costPerUnit(costs, '2026-06-30', metricByDay(history))!;
    expect(unitCost.toFixed()).toBe('0.1');
    const forecastUnits = metricByDay([{ day: '2026-07-01', amount: '62000' }]);
    for (const day of ['2026-07-01', '2026-07-31']) {
      expect(forecastUnits(day)!.toFixed()).toBe('2000');
      expect(format(scaleToTotal(baseline, unitCost.times(forecastUnits(day)!)))).toEqual([
        'EC2 120',
        'S3 80',
      ]);
    }
    expect(forecastUnits('2026-08-01')).toBeUndefined();
  });

  test('with two dates in a month is daily', () => {
    const forecastUnits = metricByDay([
      { day: '2026-07-01', amount: '5' },
      { day: '2026-07-01', amount: '6' },
      { day: '2026-07-02', amount: '7' },
    ]);
    expect(
      ['2026-07-01', '2026-07-02', '2026-07-03'].map((day) => forecastUnits(day)?.toFixed()),
    ).toEqual(['11', '7', undefined]);
  });

  test('counts only days with a value in the unit cost', () => {
    const units = metricByDay([
      { day: '2026-06-29', amount: '10' },
      { day: '2026-06-30', amount: '30' },
    ]);
    expect(costPerUnit(['99', '2', '6'], '2026-06-30', units)!.toFixed()).toBe('0.2');
    expect(costPerUnit(['99'], '2026-06-01', units)).toBeUndefined();
  });
});
