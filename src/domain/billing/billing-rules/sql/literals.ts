import { Decimal } from '../../../../platform/lib/decimal.js';

const numeric = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?\s*$/i;
const largest = new Decimal('1e20');

/**
 * The plain notation of a number or numeric text, null if it is none or has more digits than an
 * amount: ` 9.50` is `9.5`.
 */
export function plainNumber(text: string): string | null {
  if (!numeric.test(text)) return null;
  const number = new Decimal(text.trim());
  if (number.decimalPlaces() > 18 || number.abs().gte(largest)) return null;
  return number.isZero() ? '0' : number.toFixed();
}
