import type { DateRange } from '../platform/lib/date-intervals.js';
import type { CostSeries } from '../api/costs/cost-series.js';

export interface CostRow {
  kind: 'group' | 'other' | 'total';
  /** The value of each grouping; a single text for the rows below the groups. */
  names: string[];
  amount: string;
  /** One amount per bin. */
  amounts: string[];
  change: CostSeries['total']['change'];
}

/** The name of a value of a grouping; undefined if it has none but itself. */
export type Names = (grouping: string, value: string) => string | undefined;

/** The groups of an answer, what is left as one row, and the total. */
export function rowsOf(
  { groups, other, total }: CostSeries,
  names: Names = () => undefined,
): CostRow[] {
  const rows = groups.map(({ group, ...row }): CostRow => ({
    kind: 'group',
    names: Object.entries(group).map(([key, value]) => nameOf(key, value, names)),
    ...row,
  }));
  const count = other.group_count;
  const others: CostRow[] =
    count === 0 ? [] : [{ kind: 'other', names: [`Other (${count} more)`], ...other }];
  return [...rows, ...others, { kind: 'total', names: ['Total'], ...total }];
}

/** The days that an answer was asked for. */
export const rangeOf = ({ start_date: start, end_date: end }: CostSeries): DateRange => ({
  start,
  end,
});

/** The groupings of an answer; none if there are no costs. */
export const groupingsOf = ({ groups }: CostSeries): string[] =>
  Object.keys(groups[0]?.group ?? {});

function nameOf(grouping: string, value: string | boolean | null, names: Names): string {
  if (grouping === 'tagged') return value ? 'tagged' : 'untagged';
  if (value === null || value === '') return `(no ${grouping.replace(/^tag:/, '')})`;
  return names(grouping, String(value)) ?? String(value);
}
