import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binsOf } from '../../../platform/lib/bins.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { alignBins } from './align-bins.js';
import { comparedRanges, comparisons } from './comparison.js';

const range = (start: string, end: string) => ({ start, end });
const through = '2026-11-14';

test('days are aligned in their order, also where the earlier month is shorter', () => {
  const ranges = comparedRanges(range('2026-03-01', '2026-03-31'), through, 'previous_period')!;
  const aligned = alignBins(ranges, binsOf('2026-03-01', '2026-03-31', 'day'), 'day');
  expect(aligned[0]).toEqual(range('2026-02-01', '2026-02-01'));
  expect(aligned[27]).toEqual(range('2026-02-28', '2026-02-28'));
  expect(aligned.slice(28)).toEqual([undefined, undefined, undefined]);
});

test('months are aligned with months, the last one as far as its days are complete', () => {
  const ranges = comparedRanges(range('2026-09-01', '2026-11-30'), through, 'previous_period')!;
  expect(alignBins(ranges, binsOf('2026-09-01', '2026-11-30', 'month'), 'month')).toEqual([
    range('2026-06-01', '2026-06-30'),
    range('2026-07-01', '2026-07-31'),
    range('2026-08-01', '2026-08-14'),
  ]);
});

test('weeks are aligned with as many days, and weeks without a complete day with none', () => {
  const ranges = comparedRanges(range('2026-11-03', '2026-11-22'), through, 'previous_period')!;
  expect(alignBins(ranges, ['2026-11-02', '2026-11-09', '2026-11-16'], 'week')).toEqual([
    range('2026-10-22', '2026-10-27'),
    range('2026-10-28', '2026-11-02'),
    undefined,
  ]);
});

test('the aligned days lie in the earlier range, in its order and without overlaps', () => {
  const anyRange = fc
    .tuple(fc.nat(700), fc.nat(400))
    .map(([first, days]) =>
      range(addDays('2025-01-01', first), addDays('2025-01-01', first + days)),
    );
  fc.assert(
    fc.property(
      anyRange,
      fc.constantFrom('day', 'week', 'month', 'quarter'),
      fc.constantFrom(...comparisons),
      (current, bin, comparison) => {
        const ranges = comparedRanges(current, through, comparison);
        if (!ranges) return;
        const bins = binsOf(current.start, current.end, bin);
        const aligned = alignBins(ranges, bins, bin).filter((days) => days !== undefined);
        for (const [index, days] of aligned.entries()) {
          const last = aligned[index - 1];
          expect(days.start).toBe(last ? addDays(last.end, 1) : ranges.previous.start);
          expect(days.end <= ranges.previous.end).toBe(true);
        }
        if (daysIn(ranges.current) >= daysIn(ranges.previous)) {
          expect(aligned.at(-1)!.end).toBe(ranges.previous.end);
        }
      },
    ),
    { seed: 12, numRuns: 100 },
  );
});
