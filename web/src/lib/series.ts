import { approximate, compareDecimals, sumOf } from './decimal.js';
import { otherName } from './palette.js';

/** The amounts of a group by bin; "0" for a bin without costs. */
export interface Series {
  name: string;
  amounts: string[];
  total: string;
}

interface Point {
  bin: string;
  name: string;
  amount: string;
}

/** The series of points over the given bins, the largest first. */
export function seriesOf(points: readonly Point[], bins: readonly string[]): Series[] {
  const indexes = new Map(bins.map((bin, index) => [bin, index]));
  const byName = new Map<string, string[][]>();
  for (const { bin, name, amount } of points) {
    const index = indexes.get(bin);
    if (index === undefined) continue;
    const cells = byName.get(name) ?? bins.map(() => []);
    cells[index]!.push(amount);
    byName.set(name, cells);
  }
  return [...byName]
    .map(([name, cells]) => {
      // Avoids a sum for the usual case of one amount per cell.
      const amounts = cells.map((cell) => (cell.length === 1 ? cell[0]! : sumOf(cell)));
      return { name, amounts, total: sumOf(amounts) };
    })
    .toSorted(largestFirst);
}

/** Compares exactly only where the approximate numbers are equal. */
const largestFirst = (one: Series, other: Series): number =>
  approximate(other.total) - approximate(one.total) || compareDecimals(other.total, one.total);

/** Series of a chart, besides the rest. */
export const maxSeries = 9;

/** The nine largest, and all others as one. */
export function topSeries(series: readonly Series[]): Series[] {
  if (series.length <= maxSeries + 1) return [...series];
  const rest = series.slice(maxSeries);
  const amounts = rest[0]!.amounts.map((_, bin) => sumOf(rest.map((each) => each.amounts[bin]!)));
  return [...series.slice(0, maxSeries), { name: otherName, amounts, total: sumOf(amounts) }];
}
