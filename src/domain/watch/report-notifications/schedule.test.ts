import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { frequencies } from './report-notification.js';
import { comparedDays, dueRun, latestRun } from './schedule.js';

test.each([
  // 2026-03-09 is a Monday.
  ['daily', '2026-03-10', '2026-03-10', '2026-03-09 2026-03-09', '2026-03-08 2026-03-08'],
  ['daily', '2026-03-01', '2026-03-01', '2026-02-28 2026-02-28', '2026-02-27 2026-02-27'],
  ['weekly', '2026-03-09', '2026-03-09', '2026-03-02 2026-03-08', '2026-02-23 2026-03-01'],
  ['weekly', '2026-03-15', '2026-03-09', '2026-03-02 2026-03-08', '2026-02-23 2026-03-01'],
  ['monthly', '2026-03-02', '2026-03-02', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['monthly', '2026-03-01', '2026-02-02', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31'],
] as const)('%s on %s', (frequency, today, day, period, previous) => {
  const run = latestRun(frequency, today);
  expect([run.day, Object.values(run.period).join(' ')]).toEqual([day, period]);
  expect(Object.values(run.previous).join(' ')).toBe(previous);
});

test('every period is reported: runs follow each other without gap or overlap', () => {
  const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days));
  fc.assert(
    fc.property(fc.constantFrom(...frequencies), anyDay, (frequency, today) => {
      const run = latestRun(frequency, today);
      const before = latestRun(frequency, addDays(run.day, -1));
      expect(run.day <= today && run.period.end < run.day).toBe(true);
      expect(addDays(before.period.end, 1)).toBe(run.period.start);
      expect(run.previous).toEqual(before.period);
    }),
    { seed: 1, numRuns: 500 },
  );
});

const weekly = { frequency: 'weekly', first_run_on: '2026-03-01' } as const;
const at = (time: string) => new Date(`2026-03-${time}Z`);

test('a period is reported once its last day is complete, and at noon at the latest', () => {
  expect(dueRun(weekly, at('09T00:15'), '2026-03-07')).toBeUndefined();
  expect(dueRun(weekly, at('09T00:15'), null)).toBeUndefined();
  expect(dueRun(weekly, at('09T00:15'), '2026-03-08')?.day).toBe('2026-03-09');
  expect(dueRun(weekly, at('09T11:59'), '2026-03-07')).toBeUndefined();
  expect(dueRun(weekly, at('09T12:00'), '2026-03-07')?.day).toBe('2026-03-09');
  expect(dueRun(weekly, at('09T12:00'), null)?.day).toBe('2026-03-09');
});

test('a run that was missed is due until the next one, and then only that one', () => {
  expect(dueRun(weekly, at('15T23:00'), null)?.day).toBe('2026-03-09');
  expect(dueRun(weekly, at('16T13:00'), null)?.day).toBe('2026-03-16');
});

test('the first run is not before its day', () => {
  const rule = { ...weekly, first_run_on: '2026-03-10' };
  expect(dueRun(rule, at('10T13:00'), '2026-03-09')).toBeUndefined();
  expect(dueRun(rule, at('16T13:00'), null)?.day).toBe('2026-03-16');
});

test('complete days are compared with as many days of the previous period', () => {
  const run = latestRun('monthly', '2026-04-02');
  const march = { start: '2026-03-01', end: '2026-03-31' };
  expect(comparedDays(run, march)).toEqual({ current: march, previous: run.previous });
  expect(comparedDays(run, { start: '2026-03-01', end: '2026-03-10' })).toEqual({
    current: { start: '2026-03-01', end: '2026-03-10' },
    previous: { start: '2026-02-01', end: '2026-02-10' },
  });
  // February has fewer days than those of March that are complete.
  const capped = comparedDays(run, { start: '2026-03-01', end: '2026-03-30' })!;
  expect([daysIn(capped.current), daysIn(capped.previous)]).toEqual([28, 28]);
  expect(comparedDays(run, { start: '2026-03-05', end: '2026-03-31' })).toBeUndefined();
  expect(comparedDays(run, { start: '2026-03-01', end: '2026-02-27' })).toBeUndefined();
});
