import { expect, test } from 'vitest';
import { Decimal, formatDecimal, subtractDecimals, sumDecimals } from './decimal.js';

test('the product of the longest amount, share and exchange rate is exact', () => {
  const amount = '99999999999999999999.999999999999999999';
  const share = '0.333333333333333333333333333333333333';
  const rate = '9999.999999999999999999999999999999';
  const product = new Decimal(amount).times(share).times(rate);
  const units = [amount, share, rate]
    .map((text) => BigInt(text.replace('.', '')))
    .reduce((all, factor) => all * factor);
  expect(product.times('1e84').toFixed()).toBe(units.toString());
});

test('rounds half to even', () => {
  expect(['0.125', '0.135'].map((text) => new Decimal(text).toFixed(2))).toEqual(['0.12', '0.14']);
});

test('sums and differences keep every digit', () => {
  const large = '123456789012345678901234567890.123456789';
  expect(sumDecimals([large, '0.0000000001'])).toBe(`${large}1`);
  expect(sumDecimals([])).toBe('0');
  expect(subtractDecimals(large, '0.0000000001')).toBe('123456789012345678901234567890.1234567889');
});

test('decimals are formatted with at least one place and without trailing zeros', () => {
  expect(['12', '1.50', '0.000', '-3.10'].map(formatDecimal)).toEqual([
    '12.0',
    '1.5',
    '0.0',
    '-3.1',
  ]);
});
