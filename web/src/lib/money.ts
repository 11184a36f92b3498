import { approximate, minus, quotient } from './decimal.js';

/** Intl formats decimal texts exactly, but its type only accepts numbers. */
const exact = (amount: string) => amount as unknown as number;

/** Amounts without a currency are usage or counts: plain numbers. */
const styleOf = (currency: string): Intl.NumberFormatOptions =>
  currency === '' ? { maximumFractionDigits: 2 } : { style: 'currency', currency };

/** A percentage has one decimal place: a quotient has three. */
const percentStyle: Intl.NumberFormatOptions = {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
};

/** The formats of numbers in a locale; without one, that of the browser. Nothing else formats numbers. */
export function numberFormats(locale?: string) {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (key: string, options: Intl.NumberFormatOptions) => {
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
    formats.set(key, format);
    // Most locales have a hyphen there, which is shorter than a plus and breaks lines.
    return { format: (number: number) => format.format(number).replace('-', '\u2212') };
  };
  return {
    /** `$1,234.50` and `−$1,234.50`, for tables. */
    formatMoney: (amount: string, currency: string): string =>
      formatOf(`money ${currency}`, styleOf(currency)).format(exact(amount)),

    /** `1,234.50`, for sums of several currencies. */
    formatAmount: (amount: string): string =>
      formatOf('amount', { minimumFractionDigits: 2, maximumFractionDigits: 20 }).format(
        exact(amount),
      ),

    /** `$1.2M`, for headlines, with the exact value in the title. */
    formatCompactMoney: (amount: string, currency: string): string =>
      formatOf(`compact ${currency}`, {
        ...styleOf(currency),
        notation: 'compact',
        maximumFractionDigits: 2,
      }).format(exact(amount)),

    /** With every digit that the API returns. */
    formatExactMoney: (amount: string, currency: string): string =>
      formatOf(`exact ${currency}`, {
        ...styleOf(currency),
        maximumFractionDigits: 20,
      }).format(exact(amount)),

    /** `12.5%` */
    formatPercent: (share: number): string => formatOf('percent', percentStyle).format(share),

    /** `12.5%` of a whole, rounded once from the exact amounts; empty where the whole is zero. */
    formatShare: (part: string, whole: string): string =>
      approximate(whole) === 0
        ? ''
        : formatOf('percent', percentStyle).format(exact(quotient(part, whole, 3))),

    /** `87.35%` of the text 87.35: the API has rounded it, so it keeps its places. */
    formatRoundedPercent: (percent: string): string =>
      formatOf('rounded percent', { ...percentStyle, maximumFractionDigits: 2 }).format(
        exact(quotient(percent, '100')),
      ),

    /** `12,345`, for counts. */
    formatNumber: (count: number): string => formatOf('number', {}).format(count),
  };
}

export const {
  formatMoney,
  formatAmount,
  formatCompactMoney,
  formatExactMoney,
  formatPercent,
  formatRoundedPercent,
  formatShare,
  formatNumber,
} = numberFormats();

/** The change of an amount; its share is null where the previous amount is zero. */
export function changeOf(
  current: string,
  previous: string,
): { amount: string; share: number | null } {
  const base = approximate(previous);
  const amount = minus(current, previous);
  return { amount, share: base === 0 ? null : approximate(amount) / Math.abs(base) };
}
