import { Decimal as BaseDecimal } from 'decimal.js';

export { formatDecimal } from './format-decimal.js';

/**
 * The one decimal class of the server. An amount has up to 38 digits, a share 36 decimal places and
 * an exchange rate 30: 120 digits keep the product of all three exact. Longer results are
 * rounded half to even.
 */
export const Decimal = BaseDecimal.clone({
  precision: 120,
  rounding: BaseDecimal.ROUND_HALF_EVEN,
});
export type Decimal = BaseDecimal;
/** What a decimal can be made from: another one, its text, or a number. */
export type DecimalValue = BaseDecimal.Value;

/** The exact sum of decimal texts, as plain text. */
export function sumDecimals(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed();
}

/** The exact difference of two decimal texts, as plain text. */
export function subtractDecimals(minuend: string, subtrahend: string): string {
  return new Decimal(minuend).minus(subtrahend).toFixed();
}
