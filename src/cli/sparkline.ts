const bars = '▁▂▃▄▅▆▇█';

/** Values as a line of bars, the largest the highest: `sparkline([0, 5, 10], 8)` is `▁▅█`. */
export function sparkline(values: readonly number[], maxWidth: number): string {
  const shown = merged(values, maxWidth);
  const max = Math.max(0, ...shown);
  return shown
    .map((value) => bars[max <= 0 ? 0 : Math.round((Math.max(0, value) / max) * (bars.length - 1))])
    .join('');
}

/** At most `count` values: averages of neighbours, because the last group may be smaller. */
function merged(values: readonly number[], count: number): number[] {
  const size = Math.ceil(values.length / Math.max(1, count));
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const group = values.slice(index * size, (index + 1) * size);
    return group.reduce((sum, value) => sum + value, 0) / group.length;
  });
}
