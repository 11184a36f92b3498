import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type BudgetAlertRule, evaluateBudgetAlert } from './evaluate-budget-alert.js';

const rule = (fields: Partial<BudgetAlertRule>): BudgetAlertRule => ({
  threshold: 100,
  duration_in_days: null,
  period_to_track: null,
  measure: 'spend',
  armedOn: '2025-01-01',
  ...fields,
});

/** The days of the months that are due, with costs of one month and none in others. */
const due = (
  fields: Partial<BudgetAlertRule>,
  today: string,
  spend: number,
  { amount = 40_000, month = '2025-02-01' } = {},
) =>
  evaluateBudgetAlert(
    rule(fields),
    (each) =>
      each === month
        ? { amount: new Decimal(amount), spend: new Decimal(spend), forecast: null }
        : { amount: null, spend: new Decimal(0), forecast: null },
    today,
  ).map(({ day }) => day);

test('at the start of the month an alert is due only within its days', () => {
  const start = {
    threshold: 75,
    duration_in_days: 10,
    period_to_track: 'start_of_the_month',
  } as const;
  expect(due(start, '2025-02-09', 30_100)).toEqual(['2025-02-09']);
  expect(due(start, '2025-02-10', 30_000)).toEqual(['2025-02-10']);
  expect(due(start, '2025-02-10', 29_999.99)).toEqual([]);
  expect(due(start, '2025-02-12', 30_100)).toEqual([]);
  expect(due(start, '2025-03-01', 30_100)).toEqual([]);
});

test('at the end of the month an alert waits for its days', () => {
  const end = { threshold: 90, duration_in_days: 5, period_to_track: 'end_of_the_month' } as const;
  expect(due(end, '2025-02-20', 37_000)).toEqual([]);
  expect(due(end, '2025-02-23', 37_000)).toEqual([]);
  expect(due(end, '2025-02-24', 37_000)).toEqual(['2025-02-24']);
  expect(due(end, '2025-02-28', 37_000)).toEqual(['2025-02-28']);
});

test('bills that arrive after the month are evaluated as of its last day, until the tenth', () => {
  expect(due({}, '2025-03-01', 40_000)).toEqual(['2025-02-28']);
  expect(due({}, '2025-03-10', 40_000)).toEqual(['2025-02-28']);
  expect(due({}, '2025-03-11', 40_000)).toEqual([]);
  expect(due({ armedOn: '2025-03-01' }, '2025-03-02', 40_000)).toEqual([]);
  expect(due({ armedOn: '2025-02-28' }, '2025-03-02', 40_000)).toEqual(['2025-02-28']);
});

test('without a budget nothing is due, and a budget of 0 is exceeded by any cost', () => {
  expect(due({}, '2025-04-15', 1_000_000)).toEqual([]);
  expect(due({}, '2025-02-15', 0, { amount: 0 })).toEqual([]);
  expect(due({}, '2025-02-15', 0.01, { amount: 0 })).toEqual(['2025-02-15']);
  expect(due({ threshold: 0 }, '2025-02-15', 0)).toEqual(['2025-02-15']);
  expect(due({ threshold: 250 }, '2025-02-15', 99_999)).toEqual([]);
});
