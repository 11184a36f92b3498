import { expect, test } from 'vitest';
import { addDays } from '../../platform/lib/days.js';
import { detectAnomalies, expectedBand } from './detect-anomalies.js';

const costs = (amounts: readonly number[], start = '2026-03-02') =>
  amounts.map((amount, index) => ({ day: addDays(start, index), amount }));

/** Median 100, median absolute deviation 4, 102 on the last day, 101 on average in the last week. */
const usual = [
  ...[96, 104, 100, 92, 108, 104, 96],
  ...[100, 96, 104, 100, 96, 104, 100],
  ...[96, 104, 100, 96, 104, 96, 104],
  ...[104, 96, 108, 96, 104, 97, 102],
];

test('reports the worked example once, until a day is back in the expected range', () => {
  const anomalies = detectAnomalies(costs([...usual, 165, 160, 105]));
  expect(anomalies).toEqual([
    { day: '2026-03-30', amount: 165, expected: 100, lower: 80, upper: 120, kind: 'spike' },
  ]);
});

test('has an expected range for every day with two weeks of history', () => {
  const band = expectedBand(costs([...usual, 165]));
  expect(band).toHaveLength(15);
  expect(band.at(-1)).toEqual({ day: '2026-03-30', expected: 100, lower: 80, upper: 120 });
});
