import { type Sql, sql } from '../../../platform/store/sql.js';
import type { AllocationPart } from './allocation-parts.js';

/**
 * How the costs that a rule matches are allocated: by the same shares every day, by those of the
 * month, or by those of the day where a day has its own.
 */
export interface AllocationShares {
  /** Months that have shares, `YYYY-MM`; null when the shares are the same every day. */
  months: ReadonlySet<string> | null;
  /** Days with shares of their own, `YYYY-MM-DD`; the others use those of their month. */
  days: ReadonlySet<string>;
  /** Parts by day, by month, or under the empty string when they are the same every day. */
  parts: ReadonlyMap<string, readonly AllocationPart[]>;
}

/** Shares that are the same every day. */
export function constantShares(parts: readonly AllocationPart[]): AllocationShares {
  return { months: null, days: new Set(), parts: new Map([['', parts]]) };
}

/** Shares by month, `YYYY-MM`, and by day, `YYYY-MM-DD`, where given. */
export function sharesByPeriod(
  parts: ReadonlyMap<string, readonly AllocationPart[]>,
): AllocationShares {
  const periods = [...parts.keys()];
  return {
    months: new Set(periods.filter((period) => period.length === 7)),
    days: new Set(periods.filter((period) => period.length === 10)),
    parts,
  };
}

/** Whether there are shares for a day. */
export function hasSharesOn({ months, days }: AllocationShares, day: string): boolean {
  return months === null || months.has(day.slice(0, 7)) || days.has(day);
}

/** The number that rows are joined to a period by: 0, 202601 or 20260109. */
export function periodNumber(period: string): number {
  return Number(period.replaceAll('-', '') || '0');
}

/** SQL of the number of the period whose shares a row gets. */
export function periodSql({ months, days }: AllocationShares): Sql {
  if (months === null) return sql`0`;
  if (days.size === 0) return sql`toYYYYMM(usage_date)`;
  const dates = sql.literals([...days].toSorted());
  return sql`if(usage_date IN (${dates}), toYYYYMMDD(usage_date), toYYYYMM(usage_date))`;
}
