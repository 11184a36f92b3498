import type { DateRange } from '../../../../../src/platform/lib/date-intervals.js';
import { formatDateRange } from '../../../lib/dates.js';
import { type Comparison, comparesAll } from '../../costs/ComparedChange.js';

/** The days that the columns of a table are of. */
export interface ComparedColumns {
  /** Those of the total. */
  total: DateRange;
  /** Those of the change. */
  current: DateRange;
  previous: DateRange;
  /** Whether the change is that of the total; where not, the compared amounts have a column of their own. */
  comparesTotal: boolean;
}

export function comparedColumns(comparison: Comparison, total: DateRange): ComparedColumns {
  const { start_date: start, end_date: end } = comparison;
  const { previous_start_date: previousStart, previous_end_date: previousEnd } = comparison;
  return {
    total,
    current: { start, end },
    previous: { start: previousStart, end: previousEnd },
    comparesTotal: comparesAll(comparison, total),
  };
}

export const daysText = ({ start, end }: DateRange): string => formatDateRange(start, end);

/** How the columns of a row add up: what the change is the difference of. */
export function describeColumns({
  total,
  current,
  previous,
  comparesTotal,
}: ComparedColumns): string {
  const earlier = `the previous period (${daysText(previous)})`;
  return comparesTotal
    ? `Change is the total (${daysText(total)}) minus ${earlier}.`
    : `Change is the compared days (${daysText(current)}) minus ${earlier}. The total (${daysText(total)}) includes days that are not compared.`;
}
