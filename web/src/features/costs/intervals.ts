import { addDays, addMonths, firstOfMonth, lastOfMonth } from '../../lib/dates.js';

export interface Interval {
  /** As cost reports name it. */
  name: string;
  label: string;
  start: string;
  end: string;
}

/** Ranges that move with the day, as cost reports understand their names. */
export function intervals(day: string): Interval[] {
  const months = (from: number, to: number) => ({
    start: addMonths(day, from),
    end: lastOfMonth(addMonths(day, to)),
  });
  const days = (count: number) => ({ start: addDays(day, 1 - count), end: day });
  return [
    { name: 'this_month', label: 'This month', ...months(0, 0) },
    { name: 'last_month', label: 'Last month', ...months(-1, -1) },
    { name: 'last_7_days', label: 'Last 7 days', ...days(7) },
    { name: 'last_30_days', label: 'Last 30 days', ...days(30) },
    { name: 'last_3_months', label: 'Last 3 months', ...months(-2, 0) },
    { name: 'last_6_months', label: 'Last 6 months', ...months(-5, 0) },
    { name: 'last_12_months', label: 'Last 12 months', ...months(-11, 0) },
    { name: 'year_to_date', label: 'Year to date', start: `${day.slice(0, 4)}-01-01`, end: day },
  ];
}

/** The name of a range, where it has one today. */
export const intervalOf = (
  { start, end }: { start: string; end: string },
  day: string,
): string | undefined =>
  intervals(day).find((each) => each.start === start && each.end === end)?.name;

/** The same days of the month before, for a month that is not over. */
export const sameDaysOfLastMonth = (day: string) => {
  const start = addMonths(day, -1);
  const end = addDays(start, Number(day.slice(8)) - 1);
  const last = addDays(firstOfMonth(day), -1);
  return { start, end: end < last ? end : last };
};
