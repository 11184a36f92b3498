/** Decimal texts as the API sends them: added exactly, never as JavaScript numbers. */

const places = 30;

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = BigInt(whole + part.padEnd(places, '0').slice(0, places));
  return sign ? -digits : digits;
}

function unscaled(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/0+$/, '') || '0';
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${part}`;
}

export function sumOf(amounts: Iterable<string>): string {
  let total = 0n;
  for (const amount of amounts) total += scaled(amount);
  return unscaled(total);
}

/** Each amount with all before it. */
export function runningSums(amounts: readonly string[]): string[] {
  let total = 0n;
  return amounts.map((amount) => unscaled((total += scaled(amount))));
}

export const minus = (one: string, other: string): string => unscaled(scaled(one) - scaled(other));

export function compareDecimals(one: string, other: string): number {
  const [a, b] = [scaled(one), scaled(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** For pixels and percentages only, where the last digit cannot be seen. */
export const approximate = (amount: string): number => Number(amount);
