import { approximate, minus } from './decimal.js';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const found = formats.get(key) ?? new Intl.NumberFormat(undefined, options);
  formats.set(key, found);
  return found;
}

/** Intl takes decimal texts exactly; its type in our library version only knows numbers. */
const exact = (amount: string) => amount as unknown as number;

/** Amounts without a currency are usage or counts: plain numbers. */
const styleOf = (currency: string): Intl.NumberFormatOptions =>
  currency === '' ? { maximumFractionDigits: 2 } : { style: 'currency', currency };

/** `$1,234.50`: two decimals, as in tables. */
export const formatMoney = (amount: string, currency: string): string =>
  formatOf(`money ${currency}`, styleOf(currency)).format(exact(amount));

/** `$1.2M`, for headlines, with the exact value in the title. */
export const formatCompactMoney = (amount: string, currency: string): string =>
  formatOf(`compact ${currency}`, {
    ...styleOf(currency),
    notation: 'compact',
    maximumFractionDigits: 2,
  }).format(exact(amount));

/** With all digits of the API. */
export const formatExactMoney = (amount: string, currency: string): string =>
  formatOf(`exact ${currency}`, {
    ...styleOf(currency),
    maximumFractionDigits: 20,
  }).format(exact(amount));

export const formatPercent = (share: number): string =>
  formatOf('percent', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(share);

/** The change of an amount; its share is null where the previous amount is zero. */
export function changeOf(now: string, before: string): { amount: string; share: number | null } {
  const base = approximate(before);
  const amount = minus(now, before);
  return { amount, share: base === 0 ? null : approximate(amount) / Math.abs(base) };
}
