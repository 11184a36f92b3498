import { expect, test } from 'vitest';
import { intervalWidths, sumShare } from './intervals.js';

const fold = (errorOn: (day: number) => number) =>
  Float64Array.from({ length: 28 }, (_, day) => errorOn(day));
const shareOf = (folds: readonly Float64Array[]) => sumShare(folds, intervalWidths(folds));

test('the range of a total is as wide as its days together only where all are wrong in one direction', () => {
  const sameSide = [2, -2, 2, -2].map((error) => fold(() => error));
  expect(shareOf(sameSide)).toBe(1);
  const alternating = [1, -1, 1, -1].map((sign) => fold((day) => (day % 2 === 0 ? sign : -sign)));
  expect(shareOf(alternating)).toBe(0);
  // 21 of 28 days above, 7 below: half of the sum is left.
  const mixed = [1, -1, 1, -1].map((sign) => fold((day) => (day < 21 ? sign : -sign)));
  expect(shareOf(mixed)).toBe(0.5);
  expect(shareOf([fold(() => 0)])).toBe(0);
});
