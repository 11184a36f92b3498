import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { type KnownCosts, forecastPeriod } from './period-forecast.js';

const firstDay = '2026-03-01';
const dayAt = (index: number) => addDays(firstDay, index);

/** Costs of the days from 1 March on. */
const known = (
  billed: readonly (number | string)[],
  completeDays: number,
  forecast: KnownCosts['forecast'],
): KnownCosts => ({
  billed: new Map(billed.map((amount, index) => [dayAt(index), new Decimal(amount)])),
  billedThrough: dayAt(completeDays - 1),
  forecast,
});
const week = { start: firstDay, end: '2026-03-07' };
const tenADay = { start: '2026-03-03', amounts: Array<string>(5).fill('10.0') };

test('complete days count as billed, others with the larger of what is billed and forecast', () => {
  // Complete: 1 and 2 March. The 3rd is billed in part, the 4th has cost more than expected.
  const forecast = forecastPeriod(week, known([9, 30, 4, 25], 2, tenADay));
  expect(forecast!.amount.toFixed()).toBe('104');
  expect(forecast!.forecastFrom).toBe('2026-03-03');
  expect(forecast!.days.map(({ expected }) => expected.toNumber())).toEqual([
    9, 30, 10, 25, 10, 10, 10,
  ]);
});

test('a period without a forecast of all its incomplete days has none', () => {
  expect(forecastPeriod(week, known([9, 30], 2, null))).toBeNull();
  expect(forecastPeriod({ ...week, end: '2026-03-08' }, known([9, 30], 2, tenADay))).toBeNull();
  expect(forecastPeriod(week, known([1, 2, 3, 4, 5, 6, 7], 7, null))).toMatchObject({
    forecastFrom: null,
  });
});

test('where nothing has ever been billed, nothing is expected', () => {
  expect(forecastPeriod(week, known([], 0, null))!.amount.toFixed()).toBe('0');
});

test('incomplete days before an older forecast count as billed', () => {
  const forecast = { ...tenADay, start: '2026-03-04' };
  expect(
    forecastPeriod({ ...week, end: '2026-03-05' }, known([1, 2, 3], 1, forecast))!.amount,
  ).toEqual(new Decimal(26));
});

const cents = fc.integer({ min: -5_000, max: 100_000 }).map((amount) => (amount / 100).toFixed(2));

test('it is the sum of its parts, never less than what is billed, and exact', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 60 }),
      fc.array(cents, { minLength: 60, maxLength: 60 }),
      fc.nat(60),
      fc.nat(60),
      (billed, amounts, completeDays, cut) => {
        const costs = known(billed, completeDays, { start: firstDay, amounts });
        const range = { start: firstDay, end: dayAt(59) };
        const whole = forecastPeriod(range, costs)!;
        const parts = [
          forecastPeriod({ ...range, end: dayAt(cut - 1) }, costs)!,
          forecastPeriod({ ...range, start: dayAt(cut) }, costs)!,
        ];
        expect(parts[0]!.amount.plus(parts[1]!.amount)).toEqual(whole.amount);
        const inCents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100);
        const model = Array.from({ length: daysIn(range) }, (_, index) =>
          index < completeDays
            ? inCents(billed[index])
            : Math.max(inCents(billed[index]), inCents(amounts[index])),
        );
        expect(whole.amount.times(100).toNumber()).toBe(
          model.reduce((sum, amount) => sum + amount, 0),
        );
        for (const { billed: own, expected } of whole.days) {
          expect(expected.greaterThanOrEqualTo(own)).toBe(true);
        }
      },
    ),
    { seed: 20_261_117, numRuns: 200 },
  );
});
