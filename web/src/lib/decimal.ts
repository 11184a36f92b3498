import { formatDecimal } from '../../../src/platform/lib/format-decimal.js';

// Decimal strings of the API, added exactly rather than as JavaScript numbers.

const places = 30;

const zeros = '0'.repeat(places);

/** What is no decimal counts as zero. Charts of a year add thousands of amounts, so that no time is spent on groups of a pattern. */
function scaled(text: string): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return 0n;
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text + zeros);
  const part = text.slice(point + 1, point + 1 + places);
  return BigInt(text.slice(0, point) + part + zeros.slice(part.length));
}

function unscaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const text = formatDecimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
  return value < 0n ? `-${text}` : text;
}

/** The exact sum of amounts. */
export function sumOf(amounts: Iterable<string>): string {
  let total = 0n;
  for (const amount of amounts) total += scaled(amount);
  return unscaled(total);
}

/** The cumulative sums of amounts. */
export function runningSums(amounts: readonly string[]): string[] {
  let total = 0n;
  return amounts.map((amount) => unscaled((total += scaled(amount))));
}

/** The exact difference of two amounts. */
export const minus = (one: string, other: string): string => unscaled(scaled(one) - scaled(other));

/** The exact product of an amount and a whole number. */
export const times = (amount: string, count: number): string =>
  unscaled(scaled(amount) * BigInt(count));

/** An amount rounded to two decimal places, half away from zero. */
export function toCents(amount: string): string {
  const value = scaled(amount);
  const cent = 10n ** BigInt(places - 2);
  const size = value < 0n ? -value : value;
  const rounded = ((size + cent / 2n) / cent) * cent;
  return unscaled(value < 0n ? -rounded : rounded);
}

/** A quotient of amounts, rounded once, half away from zero; "0.0" where the divisor is zero. */
export function quotient(amount: string, divisor: string, decimals = 12): string {
  const [dividend, by] = [scaled(amount), scaled(divisor)];
  if (by === 0n) return '0.0';
  const size = (value: bigint) => (value < 0n ? -value : value);
  const rounded = (size(dividend) * 10n ** BigInt(decimals) * 2n + size(by)) / (size(by) * 2n);
  const value = rounded * 10n ** BigInt(places - decimals);
  return unscaled(dividend < 0n === by < 0n ? value : -value);
}

/** A share in percent, rounded to 12 decimal places. */
export const percentOf = (part: string, whole: string): string =>
  quotient(unscaled(scaled(part) * 100n), whole);

/** Compares two amounts, for sorting. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [scaled(one), scaled(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** An amount as a number, for pixels and percentages only. */
export const approximate = (amount: string): number => Number(amount);
