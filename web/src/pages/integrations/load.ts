import type { ListAnswer } from '../../api/untyped.js';
import { minus, sumOf } from '../../lib/decimal.js';

/** The book of one load, as the API keeps it. */
export interface Load {
  load_id: number;
  integration_token: string;
  partition: string;
  format: string;
  status: 'running' | 'active' | 'superseded' | 'failed' | 'dropped';
  reason: string | null;
  rows_read: number;
  rows_rejected: number;
  rows_repeated: number;
  lines: number;
  totals: { currency: string; billed: string; effective: string }[];
  months: { month: string; currency: string; rows: number; billed: string }[];
  first_date: string | null;
  last_date: string | null;
  estimated: boolean;
  warnings: { code: string; count: number; example: string }[];
  started_at: string;
  finished_at: string | null;
}

export interface RejectedRow {
  source_file: string;
  source_row: number;
  column: string;
  reason: string;
  sample: string;
}

export type LoadAnswer = ListAnswer & { load: Load; rejected_rows: RejectedRow[] };

export const loadWords: Record<Load['status'], string> = {
  running: 'Running',
  active: 'In use',
  superseded: 'Replaced',
  failed: 'Failed',
  dropped: 'Removed',
};

export interface Balance {
  currency: string;
  source: string;
  stored: string;
  difference: string;
}

/** What the source adds up to against what was stored, per currency. */
export function balancesOf({ months, totals }: Load): Balance[] {
  const currencies = new Set([...months, ...totals].map((each) => each.currency));
  return [...currencies].toSorted().map((currency) => {
    const own = (entries: readonly { currency: string; billed: string }[]) =>
      sumOf(entries.filter((each) => each.currency === currency).map((each) => each.billed));
    const [source, stored] = [own(months), own(totals)];
    return { currency, source, stored, difference: minus(source, stored) };
  });
}

/** `focus//123456789012/2026-03-01` is the bill `123456789012 · 2026-03-01`. */
export const billOf = ({ partition, load_id }: Load): string =>
  partition.split('/').filter(Boolean).slice(1).join(' · ') || `Load ${load_id}`;

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
/** `Mar 1 – 31, 2026` */
export const formatDays = (first: string, last: string): string =>
  days.formatRange(new Date(first), new Date(last));

const counts = new Intl.NumberFormat();
export const formatCount = (count: number): string => counts.format(count);
