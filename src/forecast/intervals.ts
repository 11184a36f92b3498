import { testedDays } from './back-test.js';

/** Share of actual amounts that an interval is to hold. */
export const intervalLevel = 0.8;

/**
 * How far the amount of each day ahead may lie from the forecast: what the errors of earlier origins
 * in the same week ahead stayed within, four times out of five. Later weeks are never surer than
 * earlier ones; behind the tested days the distance grows with the square root of the time.
 */
export function intervalWidths(errors: readonly Float64Array[], days: number): Float64Array {
  const weeks = testedDays / 7;
  const byWeek: number[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const found = errors.flatMap((error) => [...error.subarray(7 * week, 7 * week + 7)]);
    byWeek.push(Math.max(byWeek.at(-1) ?? 0, within(found.map(Math.abs))));
  }
  return Float64Array.from({ length: days }, (_, day) => {
    const width = byWeek[Math.min(Math.floor(day / 7), weeks - 1)]!;
    return width * Math.sqrt(Math.max((day + 1) / testedDays, 1));
  });
}

/** The distance that the given share of distances, and one more, does not exceed. */
function within(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => a - b);
  const place = Math.ceil((sorted.length + 1) * intervalLevel) - 1;
  return sorted[Math.min(place, sorted.length - 1)] ?? 0;
}
