import { Decimal } from 'decimal.js';

/** Decimal keeps 20 digits by default; sums of 38-digit amounts need more. */
export const Wide = Decimal.clone({ precision: 80 });

/** The exact sum of decimal texts, as plain text. */
export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Wide(0)).toFixed();
}

/** The exact difference of two decimal texts, as plain text. */
export function differenceOf(one: string, other: string): string {
  return new Wide(one).minus(other).toFixed();
}
