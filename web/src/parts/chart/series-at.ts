import { approximate } from '../../lib/decimal.js';
import type { ChartData } from './chart-data.js';

/** The series at a height of a bin: the part of the stack, or the nearest line; undefined above all of them. */
export function seriesAt(
  { kind, series }: Pick<ChartData, 'kind' | 'series'>,
  index: number,
  height: number,
): string | undefined {
  const points = series.map(({ name, amounts }) => ({
    name,
    amount: approximate(amounts[index] ?? '0'),
  }));
  if (kind === 'line') {
    const distance = ({ amount }: { amount: number }) => Math.abs(amount - height);
    const highest = Math.max(...points.map(({ amount }) => amount), 0);
    if (height > highest * 1.1) return undefined;
    return points.toSorted((one, other) => distance(one) - distance(other))[0]?.name;
  }
  // Negative amounts are stacked downwards, apart from the others.
  const isBelow = height < 0;
  let reached = 0;
  for (const { name, amount } of points) {
    if (amount === 0 || amount < 0 !== isBelow) continue;
    reached += amount;
    if (Math.abs(height) <= Math.abs(reached)) return name;
  }
  return undefined;
}
