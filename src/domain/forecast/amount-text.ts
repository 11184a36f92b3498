import { formatDecimal } from '../../platform/lib/decimal.js';

/** Digits that a forecast is good for; further ones are noise of the arithmetic. */
const digits = 12;

/** A computed amount as decimal text, rounded at the 12th digit. */
export function amountText(amount: number): string {
  const whole = Math.max(Math.floor(Math.log10(Math.abs(amount))) + 1, 0);
  const text = formatDecimal(amount.toFixed(Math.max(digits - (amount === 0 ? 0 : whole), 0)));
  return text === '-0.0' ? '0.0' : text;
}
