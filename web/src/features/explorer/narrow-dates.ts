import { formatDay, lastDayOf } from '../../lib/dates.js';
import type { DateBin } from '../costs/bins.js';

/** The granularity that shows a trend within one bin. */
const finer: Partial<Record<DateBin, DateBin>> = { quarter: 'month', month: 'day', week: 'day' };

interface Dates {
  start: string;
  end: string;
  bin: DateBin;
}

/** The dates from a first to a last bin, within those of the query. */
export function narrowDates({ start, end, bin }: Dates, first: string, last: string): Dates {
  const firstDay = first.slice(0, 10);
  const lastDay = lastDayOf(last, bin);
  return {
    start: firstDay > start ? firstDay : start,
    end: lastDay < end ? lastDay : end,
    bin: first === last ? (finer[bin] ?? bin) : bin,
  };
}

/** `3 Mar 2026`, or `3 Mar 2026 to 9 Mar 2026`. */
export const datesLabel = ({ start, end }: Pick<Dates, 'start' | 'end'>): string =>
  start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
