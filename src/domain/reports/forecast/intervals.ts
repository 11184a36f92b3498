import { horizonDays } from './backtest.js';
import { quantile } from './statistics.js';

/** Share of actual amounts that should fall inside the interval. */
const intervalLevel = 0.8;

/** Distance of the interval's ends from the forecast, by week ahead. */
export type Widths = number[];

/**
 * Widths from backtest errors: the 80th percentile of the absolute errors in the same week ahead.
 * Widths never shrink from one week to the next.
 */
export function intervalWidths(errors: readonly Float64Array[]): Widths {
  const widths: Widths = [];
  for (let start = 0; start < horizonDays; start += 7) {
    const weekErrors = errors.flatMap((error) =>
      Array.from(error.subarray(start, start + 7), Math.abs),
    );
    widths.push(Math.max(widths.at(-1) ?? 0, quantile(weekErrors, intervalLevel)));
  }
  return widths;
}

/**
 * What is left of the summed widths of several days, because errors of days partly cancel out: the 80th
 * percentile of the errors of four-week totals, as a share of the widths of these days. 1 where all days
 * are wrong in the same direction, 0 where every total was right.
 */
export function sumShare(errors: readonly Float64Array[], widths: Widths): number {
  let summedWidths = 0;
  for (let day = 0; day < horizonDays; day += 1) summedWidths += widthAhead(widths, day);
  if (summedWidths === 0) return 0;
  const totals = errors.map((error) => Math.abs(error.reduce((sum, each) => sum + each, 0)));
  return Math.min(quantile(totals, intervalLevel) / summedWidths, 1);
}

/**
 * The width on a day ahead, from 0; beyond the backtest horizon it grows with the square root of time. Days
 * of the history itself are known.
 */
export function widthAhead(widths: Readonly<Widths>, day: number): number {
  if (day < 0) return 0;
  const width = widths[Math.min(Math.floor(day / 7), widths.length - 1)] ?? 0;
  return width * Math.sqrt(Math.max((day + 1) / horizonDays, 1));
}
