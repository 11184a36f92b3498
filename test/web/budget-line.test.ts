import { expect, test } from 'vitest';
import { budgetByBin } from '../../web/src/features/budgets/budget-line.js';

const period = (start_at: string, end_at: string, amount: string) => ({ start_at, end_at, amount });
const monthly = [
  period('2026-02-01', '2026-02-28', '2800.0'),
  period('2026-03-01', '9999-12-31', '3100.0'),
];

test('every day has its share of its month', () => {
  const days = { bin: 'day', start: '2026-02-28', end: '2026-03-01' };
  expect(budgetByBin(monthly, { bins: ['2026-02-28', '2026-03-01'], ...days })).toEqual([
    '100.0',
    '100.0',
  ]);
  const april = { bins: ['2026-04-01'], bin: 'day', start: '2026-04-01', end: '2026-04-30' };
  expect(budgetByBin(monthly, april)).toEqual(['103.333333333333']);
});

test('a week spans months, and bins are cut where the range is', () => {
  const week = { bins: ['2026-02-23'], bin: 'week', start: '2026-01-01', end: '2026-12-31' };
  expect(budgetByBin(monthly, week)).toEqual(['700.0']);
  expect(budgetByBin(monthly, { ...week, start: '2026-02-27' })).toEqual(['300.0']);
});

test('months without a budget have none, and a part of a month has its days', () => {
  const months = {
    bins: ['2026-01-01', '2026-02-01', '2026-03-01'],
    bin: 'month',
    start: '2026-01-01',
    end: '2026-03-31',
  };
  expect(budgetByBin(monthly, months)).toEqual([null, '2800.0', '3100.0']);
  const part = [period('2026-03-22', '2026-03-31', '3100.0')];
  expect(budgetByBin(part, months)).toEqual([null, null, '1000.0']);
});
