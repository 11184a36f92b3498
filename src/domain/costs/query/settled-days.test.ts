import { expect, test } from 'vitest';
import { billedThrough, deliveredThrough, settledDay } from './settled-days.js';

test.each([
  [['2026-03-07', '2026-03-09'], '2026-03-07'],
  [['2026-01-05', '2026-03-09'], '2026-03-09'],
  [['2026-01-05', '2025-12-31'], '2025-12-31'],
  [['2026-01-05', '2025-11-30'], '2026-01-05'],
  [['2026-03-10', '2026-03-31'], '2026-03-09'],
  [[], null],
])('integrations that end on %j are settled on %s', (ends, settled) => {
  expect(settledDay(ends, '2026-03-10')).toBe(settled);
});

test('costs that were uploaded ahead are delivered, though their days are not over', () => {
  expect(deliveredThrough(['2026-03-12', '2026-03-31'], '2026-03-10')).toBe('2026-03-12');
  expect(billedThrough(['2026-03-12', '2026-03-31'], '2026-03-10')).toBe('2026-03-12');
  expect(deliveredThrough(['2026-03-09', '2026-12-31'], '2026-03-10')).toBe('2026-03-09');
});

test.each([
  [['2026-02-03'], '2026-02-03'],
  [['2026-02-02'], '2026-03-09'],
  [[], '2026-03-09'],
])('costs of integrations that end on %j are billed through %s', (ends, through) => {
  expect(billedThrough(ends, '2026-03-10')).toBe(through);
});
