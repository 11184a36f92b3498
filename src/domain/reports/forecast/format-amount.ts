import { formatDecimal } from '../../../platform/lib/decimal.js';

/** Significant digits of a forecast; further ones are floating-point noise. */
const significantDigits = 12;

/** Formats a computed amount as decimal text with 12 significant digits. */
export function formatAmount(amount: number): string {
  const wholeDigits = Math.max(Math.floor(Math.log10(Math.abs(amount))) + 1, 0);
  const decimals = Math.max(significantDigits - (amount === 0 ? 0 : wholeDigits), 0);
  const text = formatDecimal(amount.toFixed(decimals));
  return text === '-0.0' ? '0.0' : text;
}
