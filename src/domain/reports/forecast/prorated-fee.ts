import { type DailySeries, dayOfMonth, daysInMonth, endOf } from './daily-series.js';
import { median } from './statistics.js';

/** The daily part of a monthly fee. */
export type ProratedFee = (day: number) => number;

interface Month {
  dailyAmount: number;
  total: number;
  isConstant: boolean;
}

const requiredMonths = 3;
/** Below this share of the last fee the current month is still incomplete; from it on, the fee has changed. */
const minShareOfLastFee = 0.8;

/**
 * Recognizes a monthly fee that is prorated over the days of its month: constant within a month,
 * different between months of different length. Per day, February looks more expensive than March.
 */
export function proratedFee(series: DailySeries): ProratedFee | undefined {
  const recent = wholeMonths(series).slice(-requiredMonths);
  if (recent.length < requiredMonths || !recent.every(({ isConstant }) => isConstant)) {
    return undefined;
  }
  const totals = recent.map(({ total }) => total);
  const dailyAmounts = recent.map(({ dailyAmount }) => dailyAmount);
  if (variation(dailyAmounts) < 1e-6 || variation(totals) >= variation(dailyAmounts)) {
    return undefined;
  }
  const lastFee = totals.at(-1)!;
  const currentFee = currentMonthFee(series);
  const endOfMonth = lastDayOfMonth(endOf(series) - 1);
  return (day) => {
    const usesCurrent =
      currentFee !== undefined && currentFee / lastFee >= minShareOfLastFee && day <= endOfMonth;
    return (usesCurrent ? currentFee : lastFee) / daysInMonth(day);
  };
}

const variation = (numbers: readonly number[]) =>
  (Math.max(...numbers) - Math.min(...numbers)) / Math.abs(median(numbers));

const lastDayOfMonth = (day: number) => day + daysInMonth(day) - dayOfMonth(day);

function wholeMonths(series: DailySeries): Month[] {
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

const firstMonthStart = (day: number) => (dayOfMonth(day) === 1 ? day : lastDayOfMonth(day) + 1);

function monthOf(values: Float64Array): Month {
  const dailyAmount = median(values);
  const isConstant =
    dailyAmount !== 0 && values.every((value) => Math.abs(value / dailyAmount - 1) < 1e-6);
  return { dailyAmount, total: dailyAmount * values.length, isConstant };
}

/** The fee of an unfinished month, extrapolated from its days so far. */
function currentMonthFee(series: DailySeries): number | undefined {
  const last = endOf(series) - 1;
  const daysSoFar = dayOfMonth(last);
  return daysSoFar === daysInMonth(last)
    ? undefined
    : median(series.values.slice(-daysSoFar)) * daysInMonth(last);
}
