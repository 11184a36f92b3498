import { Decimal, type DecimalValue } from '../../../platform/lib/decimal.js';

/** Currencies without a minor unit. */
const wholeCurrencies = new Set(
  'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/**
 * Rounds an amount to what can be paid, halves away from zero, as text with two decimal places:
 * `113.755` is `113.76`, `-0.005` is `-0.01`, and `1234.5` yen are `1235.00`.
 */
export function roundMoney(amount: DecimalValue, currency: string): string {
  const places = wholeCurrencies.has(currency) ? 0 : 2;
  const rounded = new Decimal(amount).toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
  // A rounded negative amount can be zero, which has no sign on an invoice.
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed(2);
}

/** The sum of rounded amounts, as text with two decimal places. */
export function sumMoney(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed(2);
}
