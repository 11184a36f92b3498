import type { CostRow } from '../../costs/query/index.js';
import { Decimal } from '../../../platform/lib/decimal.js';

/** One value of a canvas table with its date and groups. */
export interface DataPoint {
  /** Start of its period. */
  date: string;
  groups: readonly (string | null)[];
  /** Decimal text. */
  value: string;
  unit?: string;
  currency?: string;
}

/** Converts a cost row, without its value; a resource id is followed by the resource's name. */
export function costPoint(
  row: CostRow,
  groupings: readonly string[],
): Omit<DataPoint, 'value' | 'unit'> {
  return {
    date: row.accrued_at,
    currency: row.currency,
    groups: groupings.flatMap((grouping, index) => {
      const value = row[`g${index}`] as string | null;
      return grouping === 'resource_id' ? [value, row.resource_name ?? null] : [value];
    }),
  };
}

/** Keeps the points of the groups, or without groups of the dates, with the largest totals. */
export function topGroups(points: readonly DataPoint[], count: number): DataPoint[] {
  const keyOf = ({ groups, date, unit, currency }: DataPoint) =>
    JSON.stringify([groups.length > 0 ? groups : date, unit, currency]);
  const totals = new Map<string, Decimal>();
  for (const point of points) {
    const key = keyOf(point);
    totals.set(key, (totals.get(key) ?? new Decimal(0)).plus(point.value));
  }
  const ranked = [...totals].toSorted(([, a], [, b]) => b.comparedTo(a)).slice(0, count);
  const topKeys = new Set(ranked.map(([key]) => key));
  return points.filter((point) => topKeys.has(keyOf(point)));
}
