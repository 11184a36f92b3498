import type { Part } from './parts.js';

/**
 * How lines that a value takes are divided: always alike, by month, or by day where a day has
 * figures of its own.
 */
export interface Shares {
  /** Months that can be divided, `YYYY-MM`; null when every day can. */
  months: ReadonlySet<string> | null;
  /** Days with shares of their own, `YYYY-MM-DD`; the others use those of their month. */
  days: ReadonlySet<string>;
  /** Parts by day, month or, when always alike, the empty text. */
  parts: ReadonlyMap<string, readonly Part[]>;
}

export function alwaysAlike(parts: readonly Part[]): Shares {
  return { months: null, days: new Set(), parts: new Map([['', parts]]) };
}

/** Shares by month, and by day where given. */
export function byPeriod(parts: ReadonlyMap<string, readonly Part[]>): Shares {
  const periods = [...parts.keys()];
  return {
    months: new Set(periods.filter((period) => period.length === 7)),
    days: new Set(periods.filter((period) => period.length === 10)),
    parts,
  };
}

/** Whether a day can be divided. */
export function divides({ months, days }: Shares, day: string): boolean {
  return months === null || months.has(day.slice(0, 7)) || days.has(day);
}

/** A period as the number that rows are matched by: 0, 202601 or 20260109. */
export function periodNumber(period: string): number {
  return Number(period.replaceAll('-', '') || '0');
}

/** SQL of the period of a row that this value takes. */
export function periodSql({ months, days }: Shares): string {
  if (months === null) return '0';
  if (days.size === 0) return 'toYYYYMM(usage_date)';
  const dates = [...days].toSorted().map((day) => `'${day}'`);
  return `if(usage_date IN (${dates.join(', ')}), toYYYYMMDD(usage_date), toYYYYMM(usage_date))`;
}
