import { expect, test } from 'vitest';
import {
  type DateInterval,
  type NamedInterval,
  dateIntervals,
  clipToCompletePeriods,
  matchesInterval,
  previousPeriod,
  resolveInterval,
} from './date-intervals.js';

const expected: Record<NamedInterval, [start: string, end: string]> = {
  this_month: ['2024-07-01', '2024-07-31'],
  last_month: ['2024-06-01', '2024-06-30'],
  last_3_days: ['2024-07-01', '2024-07-03'],
  last_7_days: ['2024-06-27', '2024-07-03'],
  last_14_days: ['2024-06-20', '2024-07-03'],
  last_30_days: ['2024-06-04', '2024-07-03'],
  last_3_months: ['2024-05-01', '2024-07-31'],
  last_6_months: ['2024-02-01', '2024-07-31'],
  last_12_months: ['2023-08-01', '2024-07-31'],
  last_24_months: ['2022-08-01', '2024-07-31'],
  last_36_months: ['2021-08-01', '2024-07-31'],
  year_to_date: ['2024-01-01', '2024-07-03'],
  next_month: ['2024-08-01', '2024-08-31'],
  next_3_months: ['2024-08-01', '2024-10-31'],
  next_6_months: ['2024-08-01', '2025-01-31'],
  next_12_months: ['2024-08-01', '2025-07-31'],
};

test.each(Object.entries(expected))('on 2024-07-03, %s is %j', (interval, [start, end]) => {
  expect(resolveInterval(interval as NamedInterval, '2024-07-03')).toEqual({ start, end });
});

test('every interval but custom has a range', () => {
  expect(dateIntervals.filter((interval) => interval !== 'custom').toSorted()).toEqual(
    Object.keys(expected).toSorted(),
  );
});

test.each<[NamedInterval, today: string, start: string, end: string]>([
  ['last_month', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['last_month', '2025-01-01', '2024-12-01', '2024-12-31'],
  ['next_month', '2024-01-31', '2024-02-01', '2024-02-29'],
  ['last_3_months', '2024-01-31', '2023-11-01', '2024-01-31'],
  ['last_3_days', '2024-03-01', '2024-02-28', '2024-03-01'],
  ['year_to_date', '2024-01-01', '2024-01-01', '2024-01-01'],
])('%s crosses months and years on %s', (interval, today, start, end) => {
  expect(resolveInterval(interval, today)).toEqual({ start, end });
});

test('a range still matches its interval one day later, but not two', () => {
  const range = { start: '2024-06-27', end: '2024-07-03' };
  expect(matchesInterval('last_7_days', range, '2024-07-03')).toBe(true);
  expect(matchesInterval('last_7_days', range, '2024-07-04')).toBe(true);
  expect(matchesInterval('last_7_days', range, '2024-07-05')).toBe(false);
  expect(matchesInterval('last_7_days', { ...range, start: '2024-06-26' }, '2024-07-03')).toBe(
    false,
  );
});

test.each([
  ['12 to 18 March', '2024-03-12', '2024-03-18', '2024-02-12', '2024-02-18'],
  ['the first half of a month', '2024-07-01', '2024-07-15', '2024-06-01', '2024-06-15'],
  ['three months', '2024-05-01', '2024-07-31', '2024-02-01', '2024-04-30'],
  [
    'a day that the previous month does not have',
    '2024-03-31',
    '2024-03-31',
    '2024-02-29',
    '2024-02-29',
  ],
  ['a range across two months', '2024-06-20', '2024-07-10', '2024-05-20', '2024-06-10'],
])('%s: %s to %s is compared with %s to %s', (_, start, end, previousStart, previousEnd) => {
  expect(previousPeriod({ start, end }, '2024-12-31')).toEqual({
    start: previousStart,
    end: previousEnd,
  });
});

test('a comparison ends at today', () => {
  const july = resolveInterval('this_month', '2024-07-15');
  expect(previousPeriod(july, '2024-07-15')).toEqual({ start: '2024-06-01', end: '2024-06-15' });
  expect(previousPeriod(resolveInterval('next_month', '2024-07-15'), '2024-07-15')).toBeNull();
});

// 2024-07-18 is a Thursday.
test.each<[DateInterval, 'day' | 'week' | 'month' | 'quarter', [string, string] | null]>([
  ['last_7_days', 'day', ['2024-07-11', '2024-07-17']],
  ['this_month', 'day', ['2024-07-01', '2024-07-17']],
  ['year_to_date', 'day', ['2024-01-01', '2024-07-17']],
  ['last_7_days', 'week', ['2024-07-08', '2024-07-14']],
  ['last_3_months', 'month', ['2024-04-01', '2024-06-30']],
  ['last_3_months', 'day', ['2024-04-18', '2024-07-17']],
  ['last_12_months', 'quarter', ['2023-07-01', '2024-06-30']],
  ['last_month', 'month', ['2024-06-01', '2024-06-30']],
  ['this_month', 'month', null],
  ['next_month', 'day', null],
])('complete on 18 July: %s by %s is %j', (interval, bin, clipped) => {
  const range = resolveInterval(interval as NamedInterval, '2024-07-18');
  expect(clipToCompletePeriods(interval, range, bin, '2024-07-18')).toEqual(
    clipped && { start: clipped[0], end: clipped[1] },
  );
});

test('custom dates are clipped, never shifted', () => {
  const range = { start: '2024-07-10', end: '2024-07-25' };
  expect(clipToCompletePeriods('custom', range, 'cumulative', '2024-07-18')).toEqual({
    start: '2024-07-10',
    end: '2024-07-17',
  });
  const past = { start: '2024-01-01', end: '2024-01-31' };
  expect(clipToCompletePeriods('custom', past, 'day', '2024-07-18')).toEqual(past);
});
