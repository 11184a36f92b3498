import { expect, test } from 'vitest';
import { dayNumber, dayOfMonth, weekdayOf } from './day-series.js';
import { forecastReport, intervalOn } from './forecast-report.js';

const today = dayNumber('2026-03-10');

/** What becomes of a history that ends yesterday, over the next eight weeks. */
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

test('10 every day stays 10', () => {
  expect(amountsOf(forecast(() => 10))).toEqual(future.map(() => 10));
});

test('the pattern of the week stays', () => {
  const amounts = amountsOf(forecast((day) => (isWeekend(day) ? 20 : 100)))!;
  expect(amounts).toEqual(future.map((day) => (isWeekend(day) ? 20 : 100)));
  expect(amounts.slice(0, 7).reduce((sum, amount) => sum + amount)).toBe(540);
});

test('costs on one day of the week stay there', () => {
  const onMondays = (day: number) => (weekdayOf(day) === 0 ? 70 : 0);
  expect(amountsOf(forecast(onMondays))).toEqual(future.map(onMondays));
});

test('a single spike does not move it', () => {
  expect(amountsOf(forecast((day) => (day === today - 5 ? 500 : 10)))).toEqual(
    future.map(() => 10),
  );
});

test('what is charged on the 1st comes back on the next', () => {
  const charged = (day: number) => (dayOfMonth(day) === 1 ? 310 : 10);
  expect(amountsOf(forecast(charged, 95))).toEqual(future.map(charged));
  expect(amountsOf(forecast(charged))).toEqual(future.map(charged));
});

test('a charge of the unfinished month that is still growing does not lower the next', () => {
  const fee = (day: number) => (dayOfMonth(day) !== 1 ? 0 : day > today - 28 ? 90 : 300);
  expect(amountsOf(forecast(fee))).toEqual(future.map((day) => (dayOfMonth(day) === 1 ? 300 : 0)));
});

test('a fee of a month is spread over the days that the month has', () => {
  const daysOf: Record<number, number> = { 0: 31, 1: 28, 2: 31, 3: 30, 4: 31 };
  const fee = (day: number) => {
    const date = new Date(day * 86_400_000);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
    return 868 / last.getUTCDate();
  };
  const amounts = amountsOf(forecast(fee))!;
  for (const [index, day] of future.entries()) {
    const month = new Date(day * 86_400_000).getUTCMonth();
    expect(amounts[index]).toBeCloseTo(868 / daysOf[month]!, 8);
  }
});

test('a trend goes on, ever more slowly', () => {
  const amounts = amountsOf(forecast((day) => 106 - (today - day), 56))!;
  // The first day asked for is the second after the history.
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
  const known = [4, 6, 5, 5, 5];
  expect(amountsOf(forecast((day) => known[day - today + 5]!, 5))).toEqual(future.map(() => 5));
});

test('no cost gives no rows, nor does a service that is gone for eight weeks', () => {
  expect(forecast(() => 0)).toEqual([]);
  expect(forecast((day) => (day < today - 56 ? 10 : 0))).toEqual([]);
  expect(forecast((day) => (day < today - 55 ? 10 : 0))).not.toEqual([]);
});

test('last days that are not settled yet do not count', () => {
  const unsettled = (day: number) => (day >= today - 2 ? 3 : 10);
  expect(amountsOf(forecast(unsettled))).toEqual(future.map(() => 10));
});

test('a step is followed within a week', () => {
  const amounts = amountsOf(forecast((day) => (day >= today - 8 ? 30 : 10)))!;
  expect(amounts.every((amount) => amount > 25 && amount < 35)).toBe(true);
});

test('costs that come now and then are expected at their mean', () => {
  const amounts = amountsOf(forecast((day) => ((day * day) % 11 < 3 ? 28 : 0)))!;
  const mean = amounts.reduce((sum, amount) => sum + amount) / amounts.length;
  expect(mean).toBeGreaterThan(2);
  expect(mean).toBeLessThan(20);
});

/** Repeatable noise between -1 and 1. */
const noise = (day: number) => Math.sin(day * 12.9898) * Math.cos(day * 78.233);
const lively = (day: number) => 100 + (isWeekend(day) ? -40 : 0) + 9 * noise(day) + day / 500;

test('half the costs give half the forecast, and the same costs the same', () => {
  expect(forecast(lively)).toEqual(forecast(lively));
  const [whole, half] = [amountsOf(forecast(lively))!, amountsOf(forecast(lively, 200, 0.5))!];
  half.forEach((amount, day) => expect(amount * 2).toBeCloseTo(whole[day]!, 8));
});

test('intervals lie around the forecast and widen', () => {
  const [, , service] = forecast(lively);
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

test('an interval of costs holds no credits', () => {
  const interval = { widths: [7], skipped: 0, hasCosts: true, hasCredits: false };
  expect(intervalOn(interval, '5.0', 0)).toEqual(['0.0', '12.0']);
  expect(intervalOn({ ...interval, hasCredits: true }, '5.0', 0)).toEqual(['-2.0', '12.0']);
  expect(intervalOn({ ...interval, hasCosts: false, hasCredits: true }, '-5.0', 0)).toEqual([
    '-12.0',
    '0.0',
  ]);
});

test('credits stay credits', () => {
  const amounts = amountsOf(forecast((day) => -lively(day)))!;
  expect(Math.max(...amounts)).toBeLessThan(0);
});

test('totals are the sums of their services, to the digit', () => {
  const firstDay = today - 120;
  const series = ['a', 'b', 'c'].map((service, index) => ({
    provider: index < 2 ? 'aws' : 'gcp',
    service,
    firstDay,
    values: Float64Array.from({ length: 120 }, (_, day) => lively(firstDay + day) * (index + 0.37)),
  }));
  const [all, aws, gcp, ...services] = forecastReport({ series, from: today + 1, to: today + 30 });
  expect([all, aws, gcp].map((total) => [total!.provider, total!.service])).toEqual([
    ['all', 'all'],
    ['aws', 'all'],
    ['gcp', 'all'],
  ]);
  const units = (text: string) => {
    const [whole, fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(12, '0'));
  };
  for (let day = 0; day < 30; day += 1) {
    const added = services.reduce((sum, { amounts }) => sum + units(amounts[day]!), 0n);
    expect(units(all!.amounts[day]!)).toBe(added);
    expect(gcp!.amounts[day]).toBe(services[2]!.amounts[day]);
  }
});
