import { testedDays } from './back-test.js';
import { quantile } from './statistics.js';

/** Share of actual amounts that an interval is to hold. */
const intervalLevel = 0.8;

/** How far amounts may lie from the forecast, by week ahead. */
export type Widths = number[];

/**
 * What the errors of earlier origins in the same week ahead stayed within, four times out of five.
 * Later weeks are never surer than earlier ones.
 */
export function intervalWidths(errors: readonly Float64Array[]): Widths {
  const widths: Widths = [];
  for (let start = 0; start < testedDays; start += 7) {
    const found = errors.flatMap((error) => Array.from(error.subarray(start, start + 7), Math.abs));
    widths.push(Math.max(widths.at(-1) ?? 0, quantile(found, intervalLevel)));
  }
  return widths;
}

/** The width on a day, counted from 0; behind the tested ones it grows with the square root of the time. */
export function widthAhead(widths: Readonly<Widths>, day: number): number {
  const width = widths[Math.min(Math.floor(day / 7), widths.length - 1)] ?? 0;
  return width * Math.sqrt(Math.max((day + 1) / testedDays, 1));
}
