import type { Load } from '../../features/integrations/import-run.js';
import { minus, sumOf } from '../../lib/decimal.js';

export const loadStatusLabels: Record<Load['status'], string> = {
  running: 'Running',
  active: 'Active',
  superseded: 'Replaced',
  failed: 'Failed',
  dropped: 'Removed',
};

export interface LoadTotals {
  currency: string;
  source: string;
  stored: string;
  difference: string;
}

/** The total of the bill and the stored total of a load, per currency. */
export function totalsByCurrency({ months, totals }: Load): LoadTotals[] {
  const currencies = new Set([...months, ...totals].map((entry) => entry.currency));
  return [...currencies].toSorted().map((currency) => {
    const billedIn = (entries: readonly { currency: string; billed: string }[]) =>
      sumOf(entries.filter((entry) => entry.currency === currency).map((entry) => entry.billed));
    const [source, stored] = [billedIn(months), billedIn(totals)];
    return { currency, source, stored, difference: minus(source, stored) };
  });
}

/** The account and billing period of a load: `focus//123456789012/2026-03-01` is `123456789012 · 2026-03-01`. */
export const loadTitle = ({ partition, load_id }: Load): string =>
  partition.split('/').filter(Boolean).slice(1).join(' · ') || `Load ${load_id}`;
