import type { CostRow } from '../costs/read-costs.js';
import { Decimal } from '../../platform/lib/decimal.js';

/** One figure of a canvas, and what it is the figure of. */
export interface Measured {
  /** Start of its bin. */
  at: string;
  groups: readonly (string | null)[];
  /** Decimal text. */
  value: string;
  unit?: string;
  currency?: string;
}

/** A row of costs as a figure; the names of resources go with their ids. */
export function measuredCost(
  row: CostRow,
  groupings: readonly string[],
): Omit<Measured, 'value' | 'unit'> {
  return {
    at: row.accrued_at,
    currency: row.currency,
    groups: groupings.flatMap((grouping, index) => {
      const value = row[`g${index}`] as string | null;
      return grouping === 'resource_id' ? [value, row.resource_name ?? null] : [value];
    }),
  };
}

/** The figures of those groups, or without groups of those bins, that add up to the most. */
export function largest(figures: readonly Measured[], count: number): Measured[] {
  const keyOf = ({ groups, at, unit, currency }: Measured) =>
    JSON.stringify([groups.length > 0 ? groups : at, unit, currency]);
  const sums = new Map<string, Decimal>();
  for (const figure of figures) {
    const key = keyOf(figure);
    sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(figure.value));
  }
  const ranked = [...sums].toSorted(([, a], [, b]) => b.comparedTo(a)).slice(0, count);
  const kept = new Set(ranked.map(([key]) => key));
  return figures.filter((figure) => kept.has(keyOf(figure)));
}
