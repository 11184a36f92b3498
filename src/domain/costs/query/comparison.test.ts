import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { comparedRanges, comparisons } from './comparison.js';

const through = '2026-11-14';
const compare = (
  start: string,
  end: string,
  comparison = comparisons[0] as (typeof comparisons)[number],
) => comparedRanges({ start, end }, through, comparison);
const range = (start: string, end: string) => ({ start, end });

test('a month so far is compared with the same days of the month before', () => {
  expect(compare('2026-11-01', '2026-11-30')).toEqual({
    current: range('2026-11-01', '2026-11-14'),
    previous: range('2026-10-01', '2026-10-14'),
  });
});

test('the last 30 days are compared with the days right before them, as many as are complete', () => {
  expect(compare('2026-10-17', '2026-11-15')).toEqual({
    current: range('2026-10-17', '2026-11-14'),
    previous: range('2026-09-18', '2026-10-16'),
  });
});

test('whole months are compared with as many whole months', () => {
  expect(compare('2026-03-01', '2026-03-31')).toEqual({
    current: range('2026-03-01', '2026-03-31'),
    previous: range('2026-02-01', '2026-02-28'),
  });
  expect(compare('2026-05-01', '2026-07-31')?.previous).toEqual(range('2026-02-01', '2026-04-30'));
});

test('a month so far that is longer than the month before is compared by the days that both have', () => {
  expect(
    comparedRanges(range('2026-03-01', '2026-03-31'), '2026-03-30', 'previous_period'),
  ).toEqual({
    current: range('2026-03-01', '2026-03-28'),
    previous: range('2026-02-01', '2026-02-28'),
  });
});

test('a range is compared with the same days a year earlier', () => {
  expect(compare('2026-10-17', '2026-11-15', 'previous_year')?.previous).toEqual(
    range('2025-10-17', '2025-11-14'),
  );
});

test('a chosen range is compared as it is, with the complete days of the current one', () => {
  const chosen = range('2026-08-03', '2026-08-20');
  expect(comparedRanges(range('2026-11-01', '2026-11-30'), through, chosen)).toEqual({
    current: range('2026-11-01', '2026-11-14'),
    previous: chosen,
  });
});

test('a range without complete days is not compared', () => {
  expect(compare('2026-11-15', '2026-11-30')).toBeUndefined();
});

test('compared ranges do not overlap, and have equally many days unless both are whole months', () => {
  const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2023-01-01', days));
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 0, max: 800 }),
      fc.constantFrom(...comparisons),
      (start, days, comparison) => {
        const compared = compare(start, addDays(start, days), comparison);
        if (compared === undefined) return start > through;
        const { current, previous } = compared;
        const areMonths = [
          current.start,
          addDays(current.end, 1),
          previous.start,
          addDays(previous.end, 1),
        ].every((each) => each.endsWith('-01'));
        return (
          current.start === start &&
          current.end <= through &&
          previous.end < current.start &&
          daysIn(previous) > 0 &&
          (areMonths || daysIn(current) === daysIn(previous))
        );
      },
    ),
    { seed: 12 },
  );
});
