import { describe, expect, test } from 'vitest';
import { dateFormats } from '../../web/src/lib/dates.js';
import { numberFormats } from '../../web/src/lib/money.js';

/** Intl separates with spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

describe('in German', () => {
  const numbers = numberFormats('de-DE');
  const dates = dateFormats('de-DE');

  test('money has its currency at the end and a decimal comma', () => {
    expect(plain(numbers.formatMoney('1234.56', 'USD'))).toBe('1.234,56 $');
    expect(plain(numbers.formatMoney('-0.5', 'EUR'))).toBe('−0,50 €');
    expect(plain(numbers.formatCompactMoney('1234567', 'USD'))).toBe('1,23 Mio. $');
    expect(plain(numbers.formatExactMoney('0.000123456789', 'USD'))).toBe('0,000123456789 $');
  });

  test('numbers and percentages follow', () => {
    expect(numbers.formatNumber(1234567)).toBe('1.234.567');
    expect(numbers.formatAmount('12345.5')).toBe('12.345,50');
    expect(plain(numbers.formatPercent(0.125))).toBe('12,5 %');
  });

  test('days come before months', () => {
    expect(dates.formatDay('2026-03-10')).toBe('10.03.2026');
    expect(dates.formatBin('2026-03-10', 'day')).toBe('10. März');
    expect(dates.formatAgo('2026-03-10T06:00:00Z', Date.parse('2026-03-10T09:00:00Z'))).toBe(
      'vor 3 Stunden',
    );
  });
});

test('negative numbers have a true minus sign', () => {
  const { formatMoney, formatCompactMoney, formatPercent } = numberFormats('en-US');
  expect([formatMoney('-1.5', 'USD'), formatCompactMoney('-1234567', 'USD')]).toEqual([
    '−$1.50',
    '−$1.23M',
  ]);
  expect(formatPercent(-0.5)).toBe('−50.0%');
});

test('in American English, months come before days', () => {
  expect(numberFormats('en-US').formatMoney('1234.56', 'USD')).toBe('$1,234.56');
  expect(dateFormats('en-US').formatDay('2026-03-10')).toBe('Mar 10, 2026');
  expect(plain(dateFormats('en-US').formatShortRange('2026-03-01', '2026-03-10'))).toBe(
    'Mar 1 – 10',
  );
});

test.each([
  // 94.4949…: two places would be 94.49, and 12.3451 would become 12.35 and then 12.4.
  ['12.3451', '100.0', '12.3%'],
  ['123451', '-1000000', '−12.3%'],
  ['0.125', '1', '12.5%'],
  ['0.1235', '1', '12.4%'],
  ['-0.1235', '1', '−12.4%'],
  ['0.0004', '1', '0.0%'],
  ['5', '0.0', ''],
  ['1.0', '300000000000000000000', '0.0%'],
])('%s of %s is %s, rounded once', (part, whole, text) => {
  expect(numberFormats('en-US').formatShare(part, whole)).toBe(text);
});

test.each([
  ['90.0', '90.0%'],
  ['87.45', '87.45%'],
])('%s percent of the API are %s, and not rounded again', (percent, text) => {
  expect(numberFormats('en-US').formatRoundedPercent(percent)).toBe(text);
});

test('amounts keep every digit, whatever their length', () => {
  const amount = '12345678901234567890.123456789';
  expect(numberFormats('en-US').formatExactMoney(amount, 'USD')).toBe(
    '$12,345,678,901,234,567,890.123456789',
  );
});
