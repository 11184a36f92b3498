import { expect, test } from 'vitest';
import { settledDay } from './settled-days.js';

test.each([
  [['2026-03-07', '2026-03-09'], '2026-03-07'],
  [['2026-01-05', '2026-03-09'], '2026-03-09'],
  [['2026-01-05', '2025-12-31'], '2026-01-05'],
  [['2026-03-10', '2026-03-31'], '2026-03-09'],
  [[], null],
])('integrations that end on %j are settled on %s', (ends, settled) => {
  expect(settledDay(ends, '2026-03-10')).toBe(settled);
});
