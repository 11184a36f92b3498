import { expect, test } from 'vitest';
import { costAtCurrentRate } from './monthly-cost.js';

test.each([
  ['runs all the time', '36', '8.4', 30, 30, '36'],
  ['ran on 10 days of the window', '12', '8.4', 10, 30, '12'],
  ['has bills of 10 days alone', '12', '8.4', 10, 10, '36'],
  ['costs less in the last week', '60', '7', 30, 30, '30'],
  ['costs more in the last week', '36', '28', 30, 30, '36'],
  ['has stopped', '36', '0', 23, 30, '0'],
  ['is charged by the month', '25', '0', 1, 30, '25'],
  ['is paid back', '-3', '-1', 30, 30, '0'],
])(
  'what a resource that %s costs per month',
  (_, cost, recentCost, daysWithCost, billedDays, expected) => {
    expect(costAtCurrentRate({ cost, recentCost, daysWithCost, billedDays })).toBe(expected);
  },
);
