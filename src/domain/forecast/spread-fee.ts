import { type DaySeries, dayOfMonth, daysInMonth, endOf } from './day-series.js';
import { median } from './statistics.js';

/** What an amount per month comes to on a day. */
export type SpreadFee = (day: number) => number;

interface Month {
  days: number;
  level: number;
  total: number;
  isSteady: boolean;
}

const monthsNeeded = 3;
/** A month that is not over may show a fraction of its fee; a little less is a lower fee. */
const leastOfLast = 0.8;

/**
 * Recognises an amount per month that is spread over its days: the same on all days of a month,
 * different in months of different length. By the day, a February looks dearer than a March.
 */
export function spreadFee(series: DaySeries): SpreadFee | undefined {
  const months = wholeMonths(series);
  const recent = months.slice(-monthsNeeded);
  if (recent.length < monthsNeeded || !recent.every(({ isSteady }) => isSteady)) return undefined;
  const totals = recent.map(({ total }) => total);
  const levels = recent.map(({ level }) => level);
  if (variation(levels) < 1e-6 || variation(totals) >= variation(levels)) return undefined;
  const last = totals.at(-1)!;
  const current = currentTotal(series);
  const isCurrent = monthTest(endOf(series) - 1);
  return (day) => {
    const known = current !== undefined && current / last >= leastOfLast && isCurrent(day);
    return (known ? current : last) / daysInMonth(day);
  };
}

const variation = (numbers: readonly number[]) =>
  (Math.max(...numbers) - Math.min(...numbers)) / Math.abs(median(numbers));

const monthTest = (last: number) => (day: number) =>
  day <= last + daysInMonth(last) - dayOfMonth(last);

function wholeMonths(series: DaySeries): Month[] {
  const months: Month[] = [];
  let start = firstMonthStart(series.firstDay);
  while (start + daysInMonth(start) <= endOf(series)) {
    const days = daysInMonth(start);
    const from = start - series.firstDay;
    months.push(monthOf(series.values.subarray(from, from + days)));
    start += days;
  }
  return months;
}

const firstMonthStart = (day: number) =>
  dayOfMonth(day) === 1 ? day : day + daysInMonth(day) - dayOfMonth(day) + 1;

function monthOf(values: Float64Array): Month {
  const level = median(values);
  const isSteady = level !== 0 && values.every((value) => Math.abs(value / level - 1) < 1e-6);
  return { days: values.length, level, total: level * values.length, isSteady };
}

/** What the days of the unfinished month say about all of it. */
function currentTotal(series: DaySeries): number | undefined {
  const last = endOf(series) - 1;
  const known = dayOfMonth(last);
  return known === daysInMonth(last)
    ? undefined
    : median(series.values.slice(-known)) * daysInMonth(last);
}
