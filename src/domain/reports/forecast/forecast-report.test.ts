import { expect, test } from 'vitest';
import { dayNumber, dayOfMonth, weekdayOf } from './daily-series.js';
import { forecastReport, intervalOn } from './forecast-report.js';

const today = dayNumber('2026-03-10');

/** Forecasts eight weeks from a history that ends yesterday. */
function forecast(amountOn: (day: number) => number, days = 200, scale = 1) {
  const firstDay = today - days;
  const values = Float64Array.from({ length: days }, (_, day) => amountOn(firstDay + day) * scale);
  const series = [{ provider: 'aws', service: 'S', firstDay, values }];
  return forecastReport({ series, from: today + 1, to: today + 56 });
}

const amountsOf = (forecasts: ReturnType<typeof forecast>) =>
  forecasts.find(({ isTotal }) => !isTotal)?.amounts.map(Number);
const isWeekend = (day: number) => weekdayOf(day) > 4;
const future = Array.from({ length: 56 }, (_, ahead) => today + 1 + ahead);

test('a constant cost stays constant', () => {
  expect(amountsOf(forecast(() => 10))).toEqual(future.map(() => 10));
});

test('the weekly pattern continues', () => {
  const amounts = amountsOf(forecast((day) => (isWeekend(day) ? 20 : 100)))!;
  expect(amounts).toEqual(future.map((day) => (isWeekend(day) ? 20 : 100)));
  expect(amounts.slice(0, 7).reduce((sum, amount) => sum + amount)).toBe(540);
});

test('costs on a single weekday stay on that weekday', () => {
  const onMondays = (day: number) => (weekdayOf(day) === 0 ? 70 : 0);
  expect(amountsOf(forecast(onMondays))).toEqual(future.map(onMondays));
});

test('a single spike does not change the forecast', () => {
  expect(amountsOf(forecast((day) => (day === today - 5 ? 500 : 10)))).toEqual(
    future.map(() => 10),
  );
});

test('a charge on the 1st recurs on the next', () => {
  const charge = (day: number) => (dayOfMonth(day) === 1 ? 310 : 10);
  expect(amountsOf(forecast(charge, 95))).toEqual(future.map(charge));
  expect(amountsOf(forecast(charge))).toEqual(future.map(charge));
});

test('an incomplete charge of the current month does not lower the next', () => {
  const fee = (day: number) => (dayOfMonth(day) !== 1 ? 0 : day > today - 28 ? 90 : 300);
  expect(amountsOf(forecast(fee))).toEqual(future.map((day) => (dayOfMonth(day) === 1 ? 300 : 0)));
});

test('a prorated monthly fee follows the length of the month', () => {
  const monthLengths: Record<number, number> = { 0: 31, 1: 28, 2: 31, 3: 30, 4: 31 };
  const fee = (day: number) => {
    const date = new Date(day * 86_400_000);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
    return 868 / last.getUTCDate();
  };
  const amounts = amountsOf(forecast(fee))!;
  for (const [index, day] of future.entries()) {
    const month = new Date(day * 86_400_000).getUTCMonth();
    expect(amounts[index]).toBeCloseTo(868 / monthLengths[month]!, 8);
  }
});

test('a trend continues and flattens out', () => {
  const amounts = amountsOf(forecast((day) => 106 - (today - day), 56))!;
  // The first requested day is the second after the history.
  expect(amounts[34]).toBeGreaterThan(124);
  expect(amounts[34]).toBeLessThan(128);
  const steps = amounts.slice(1).map((amount, day) => amount - amounts[day]!);
  expect(steps.every((step) => step > 0)).toBe(true);
  expect(steps.slice(1).every((step, day) => step < steps[day]!)).toBe(true);
});

test('a falling trend ends at zero', () => {
  const amounts = amountsOf(forecast((day) => Math.max(today - day, 1), 60))!;
  expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
});

test('a short history gives its mean', () => {
  const history = [4, 6, 5, 5, 5];
  expect(amountsOf(forecast((day) => history[day - today + 5]!, 5))).toEqual(future.map(() => 5));
});

test('no rows without costs, or after eight weeks without costs', () => {
  expect(forecast(() => 0)).toEqual([]);
  expect(forecast((day) => (day < today - 56 ? 10 : 0))).toEqual([]);
  expect(forecast((day) => (day < today - 55 ? 10 : 0))).not.toEqual([]);
});

test('incomplete recent days are ignored', () => {
  const incomplete = (day: number) => (day >= today - 2 ? 3 : 10);
  expect(amountsOf(forecast(incomplete))).toEqual(future.map(() => 10));
});

test('a step change is followed within a week', () => {
  const amounts = amountsOf(forecast((day) => (day >= today - 8 ? 30 : 10)))!;
  expect(amounts.every((amount) => amount > 25 && amount < 35)).toBe(true);
});

test('sporadic costs are forecast at their mean', () => {
  const amounts = amountsOf(forecast((day) => ((day * day) % 11 < 3 ? 28 : 0)))!;
  const mean = amounts.reduce((sum, amount) => sum + amount) / amounts.length;
  expect(mean).toBeGreaterThan(2);
  expect(mean).toBeLessThan(20);
});

test('costs on few days are forecast at their mean', () => {
  const amounts = amountsOf(forecast((day) => (day % 17 === 3 ? 84 : 0), 126))!;
  expect(new Set(amounts).size).toBe(1);
  expect(amounts[0]! * 28).toBeGreaterThan(84);
  expect(amounts[0]! * 28).toBeLessThan(3 * 84);
});

test.each([0, 1, 2, 10, 34])('a single charge is not expected again after %d days', (daysSince) => {
  const amounts = amountsOf(forecast((day) => (day === today - 1 - daysSince ? 12 : 0)))!;
  expect(amounts).toEqual(future.map(() => (daysSince < 1 ? 12 : 0)));
});

test('a single charge among daily costs of other days is not expected again', () => {
  const twice = (day: number) => ([today - 20, today - 37].includes(day) ? 12 : 0);
  expect(amountsOf(forecast(twice))).toEqual(future.map(() => 0));
});

test.each([
  ['on every day', () => 50, 4],
  ['in the week', (day: number) => (isWeekend(day) ? 0 : 50), 6],
  ['once a week', (day: number) => (weekdayOf(day) === 1 ? 50 : 0), 14],
])('costs %s that stay away have ended', (_, amountOn, daysSince) => {
  const last = amountOn(today - 1) === 0 ? today - 7 : today - 1;
  const stopped = (day: number) => (day <= last - daysSince ? amountOn(day) : 0);
  expect(amountsOf(forecast(stopped))).toEqual(future.map(() => 0));
});

test('a charge on the first working day moves from the weekend to Monday', () => {
  const isFirstWorkingDay = (day: number) =>
    !isWeekend(day) && (dayOfMonth(day) === 1 || (weekdayOf(day) === 0 && dayOfMonth(day) <= 3));
  // 1 February, 1 March and 1 November 2026 are Sundays; 1 August is a Saturday.
  for (const usual of [0, 10]) {
    const charge = (day: number) => (isFirstWorkingDay(day) ? 310 : usual);
    expect(amountsOf(forecast(charge))).toEqual(future.map(charge));
  }
});

test('a charge on the 1st that also comes on weekends does not move', () => {
  const charge = (day: number) => (dayOfMonth(day) === 1 ? 310 : 0);
  expect(amountsOf(forecast(charge))).toEqual(future.map(charge));
});

/** Repeatable noise between -1 and 1. */
const noise = (day: number) => Math.sin(day * 12.9898) * Math.cos(day * 78.233);
const noisy = (day: number) => 100 + (isWeekend(day) ? -40 : 0) + 9 * noise(day) + day / 500;

test('half the costs give half the forecast, and the same costs the same', () => {
  expect(forecast(noisy)).toEqual(forecast(noisy));
  const [whole, half] = [amountsOf(forecast(noisy))!, amountsOf(forecast(noisy, 200, 0.5))!];
  half.forEach((amount, day) => expect(amount * 2).toBeCloseTo(whole[day]!, 8));
});

test('intervals contain the forecast and widen', () => {
  const [, , service] = forecast(noisy);
  const ends = service!.amounts.map((amount, day) =>
    intervalOn(service!.interval, amount, day).map(Number),
  );
  service!.amounts.forEach((amount, day) => {
    expect(Number(amount)).toBeGreaterThan(ends[day]![0]!);
    expect(Number(amount)).toBeLessThan(ends[day]![1]!);
  });
  const widths = ends.map(([lower, upper]) => upper! - lower!);
  expect(widths.at(-1)).toBeGreaterThan(widths[0]!);
  expect(service!.scores.forecast.wape).toBeLessThan(service!.scores.seasonalNaive.wape!);
});

test('an interval of costs excludes credits', () => {
  const interval = { widths: [7], skipped: 0, hasCosts: true, hasCredits: false };
  expect(intervalOn(interval, '5.0', 0)).toEqual(['0.0', '12.0']);
  expect(intervalOn({ ...interval, hasCredits: true }, '5.0', 0)).toEqual(['-2.0', '12.0']);
  expect(intervalOn({ ...interval, hasCosts: false, hasCredits: true }, '-5.0', 0)).toEqual([
    '-12.0',
    '0.0',
  ]);
});

test('credits stay credits', () => {
  const amounts = amountsOf(forecast((day) => -noisy(day)))!;
  expect(Math.max(...amounts)).toBeLessThan(0);
});

test('totals are exact sums of their services', () => {
  const firstDay = today - 120;
  const series = ['a', 'b', 'c'].map((service, index) => ({
    provider: index < 2 ? 'aws' : 'gcp',
    service,
    firstDay,
    values: Float64Array.from({ length: 120 }, (_, day) => noisy(firstDay + day) * (index + 0.37)),
  }));
  const [all, aws, gcp, ...services] = forecastReport({ series, from: today + 1, to: today + 30 });
  expect([all, aws, gcp].map((each) => [each!.provider, each!.service])).toEqual([
    ['all', 'all'],
    ['aws', 'all'],
    ['gcp', 'all'],
  ]);
  const units = (text: string) => {
    const [whole, fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(12, '0'));
  };
  for (let day = 0; day < 30; day += 1) {
    const total = services.reduce((sum, { amounts }) => sum + units(amounts[day]!), 0n);
    expect(units(all!.amounts[day]!)).toBe(total);
    expect(gcp!.amounts[day]).toBe(services[2]!.amounts[day]);
  }
});

test('a day that one service has and another lacks is known for the one and forecast for the other', () => {
  const firstDay = today - 120;
  const seriesOf = (service: string, days: number, amountOn: (day: number) => number) => ({
    provider: 'aws',
    service,
    firstDay,
    values: Float64Array.from({ length: days }, (_, day) => amountOn(firstDay + day)),
  });
  const from = today - 3;
  const [all, , late, whole] = forecastReport({
    series: [
      seriesOf('late', 117, (day) => 10 + noise(day)),
      seriesOf('whole', 120, (day) => (day === today - 1 ? 45.25 : 7)),
    ],
    from,
    to: today + 30,
  });
  expect(whole!.amounts.slice(0, 4)).toEqual(['7.0', '7.0', '45.25', '7.0']);
  expect(late!.amounts).toHaveLength(34);
  expect(Number(all!.amounts[2])).toBeCloseTo(45.25 + Number(late!.amounts[2]), 9);
  expect(intervalOn(whole!.interval, '45.25', 2)).toEqual(['45.25', '45.25']);
  const [lower, upper] = intervalOn(all!.interval, all!.amounts[0]!, 0).map(Number);
  expect(upper! - lower!).toBeGreaterThan(0);
});
