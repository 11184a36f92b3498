import { formatDecimal } from '../../../src/platform/lib/format-decimal.js';

// Decimal texts as the API sends them: added exactly, never as JavaScript numbers.

const places = 30;

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = BigInt(whole + part.padEnd(places, '0').slice(0, places));
  return sign ? -digits : digits;
}

function unscaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const text = formatDecimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
  return value < 0n ? `-${text}` : text;
}

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

export const minus = (one: string, other: string): string => unscaled(scaled(one) - scaled(other));

export function compareDecimals(one: string, other: string): number {
  const [a, b] = [scaled(one), scaled(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For pixels and percentages only, where the last digits do not show. */
export const approximate = (amount: string): number => Number(amount);
