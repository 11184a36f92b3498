import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anomalySeries } from '../../../../bench/anomaly-series.mjs';
import { addDays } from '../../../platform/lib/days.js';
import { type DailyCost, detectAnomalies, expectedBand } from './detect-anomalies.js';

/** Consecutive days from a Monday. */
const costs = (amounts: readonly number[], start = '2026-03-02'): DailyCost[] =>
  amounts.map((amount, index) => ({ day: addDays(start, index), amount }));

/** Days with an amount that depends on the date. */
const costsBy = (days: number, amountOn: (date: Date, index: number) => number) =>
  costs(Array.from({ length: days }, (_, index) => index)).map(({ day }, index) => ({
    day,
    amount: amountOn(new Date(day), index),
  }));

const repeat = (days: number, amount: number) => Array.from({ length: days }, () => amount);
const reportedDays = (series: DailyCost[], settings = {}) =>
  detectAnomalies(series, settings).map(({ day }) => day);
const isReported = (history: readonly number[], amount: number, settings = {}) =>
  detectAnomalies(costs([...history, amount]), settings).length === 1;

/** Median 100, median absolute deviation 4, 102 on the last day, 101 on average in the last week. */
const usual = [
  [96, 104, 100, 92, 108, 104, 96],
  [100, 96, 104, 100, 96, 104, 100],
  [96, 104, 100, 96, 104, 96, 104],
  [104, 96, 108, 96, 104, 97, 102],
].flat();

describe('a rise', () => {
  test('is reported once, until a day is back in the expected range', () => {
    const day = { expected: 100, ceiling: Infinity };
    expect(detectAnomalies(costs([...usual, 165, 160, 105]))).toEqual([
      {
        day: '2026-03-30',
        amount: 165,
        expected: 100,
        lower: 80,
        upper: 120,
        kind: 'spike',
        course: { days: [day, day], isOver: true },
      },
    ]);
  });

  test('that lasts goes on until three days in a row are back in the range before it', () => {
    const courseAfter = (amounts: readonly number[]) => {
      const [anomaly] = detectAnomalies(costs([...usual, ...amounts]));
      const { isOver, days } = anomaly!.course;
      return [anomaly!.kind, days.length, isOver];
    };
    expect(courseAfter(repeat(30, 165))).toEqual(['step', 30, false]);
    expect(courseAfter([...repeat(30, 165), 100, 100, 165])).toEqual(['step', 33, false]);
    expect(courseAfter([...repeat(30, 165), 100, 100, 100, 165])).toEqual(['step', 30, true]);
  });

  test('on top of another one leaves it what it was', () => {
    const [step, spike] = detectAnomalies(costs([...usual, ...repeat(20, 165), 400]));
    expect([step!.kind, spike!.kind]).toEqual(['step', 'spike']);
    const expected = spike!.expected;
    expect(step!.course.days.at(-2)).toEqual({ expected: 100, ceiling: Infinity });
    expect(step!.course.days.at(-1)).toEqual({ expected: 100, ceiling: expected });
    expect(spike!.course.days).toEqual([{ expected, ceiling: Infinity }]);
  });

  test('needs two weeks of history', () => {
    expect(isReported(repeat(13, 100), 500)).toBe(false);
    expect(isReported(repeat(14, 100), 500)).toBe(true);
    // Days before the first cost are no history.
    expect(isReported([...repeat(20, 0), ...repeat(13, 100)], 500)).toBe(false);
  });

  test('is more than 20 %', () => {
    expect(isReported(repeat(28, 100), 120)).toBe(false);
    expect(isReported(repeat(28, 100), 121)).toBe(true);
    expect(isReported(repeat(28, 100), 145, { minPercent: 50 })).toBe(false);
  });

  test('is more than 10.00', () => {
    expect(isReported(repeat(28, 5), 15)).toBe(false);
    expect(isReported(repeat(28, 5), 15.01)).toBe(true);
    expect(isReported(repeat(28, 5), 60, { minRise: 100 })).toBe(false);
  });

  test('is more than three deviations', () => {
    // Median 100, deviation 29.65: up to 188.96 are expected.
    const noisy = Array.from({ length: 26 }, (_, index) => (index % 2 === 0 ? 80 : 120));
    expect(isReported(noisy, 188)).toBe(false);
    expect(isReported(noisy, 190)).toBe(true);
  });

  test('is at least 10.00 above the mean of the last week', () => {
    const rising = [...repeat(21, 10), ...repeat(7, 18)];
    expect(isReported(rising, 27.9)).toBe(false);
    expect(isReported(rising, 28.1)).toBe(true);
  });

  test('is no drop', () => {
    expect(detectAnomalies(costs([...usual, ...repeat(30, 20)]))).toEqual([]);
  });

  test('of a series without costs, or of credits, is none', () => {
    expect(detectAnomalies([])).toEqual([]);
    expect(detectAnomalies(costs(repeat(60, 0)))).toEqual([]);
    expect(detectAnomalies(costs(repeat(60, -50)))).toEqual([]);
  });
});

describe('weekly patterns', () => {
  test('a weekday is compared with the same weekday', () => {
    const mondays = repeat(4, 0).flatMap(() => [300, ...repeat(6, 100)]);
    expect(isReported(mondays, 360)).toBe(false);
    expect(isReported(mondays, 365)).toBe(true);
  });

  test('a quiet day that costs as much as a busy one is reported', () => {
    const series = costsBy(75, (date, index) => {
      if (index === 75 - 1) return 95;
      return date.getUTCDay() % 6 === 0 ? 20 : 100;
    });
    expect(series.at(-1)!.day).toBe('2026-05-15');
    expect(reportedDays(series)).toEqual([]);
    // The day after is a Saturday.
    const saturday = { day: '2026-05-16', amount: 95 };
    expect(reportedDays([...series, saturday])).toEqual(['2026-05-16']);
  });
});

describe('recurring charges', () => {
  const isFirst = (date: Date) => date.getUTCDate() === 1;

  test('are reported once, and again when they have become larger', () => {
    const series = costsBy(200, (date) => {
      if (!isFirst(date)) return 100;
      return date.getUTCMonth() === 7 ? 1600 : 1000;
    });
    expect(reportedDays(series)).toEqual(['2026-04-01', '2026-08-01']);
  });

  test('on the last day of months of different length are the same charge', () => {
    const series = costsBy(150, (date) =>
      isFirst(new Date(date.getTime() + 86_400_000)) ? 1000 : 100,
    );
    expect(reportedDays(series)).toEqual(['2026-03-31']);
  });

  test('on the first working day are learned after two months', () => {
    const series = costsBy(270, (date) => {
      const [day, weekday] = [date.getUTCDate(), date.getUTCDay()];
      const isWorkday = weekday % 6 !== 0;
      return isWorkday && (day === 1 || (weekday === 1 && day <= 3)) ? 1000 : 100;
    });
    expect(reportedDays(series).filter((day) => day >= '2026-06')).toEqual([]);
  });

  test('that come every three months are reported once', () => {
    const series = costsBy(300, (date) =>
      isFirst(date) && date.getUTCMonth() % 3 === 0 ? 1000 : 100,
    );
    expect(reportedDays(series)).toEqual(['2026-04-01']);
  });

  test('are part of the expected range', () => {
    const band = expectedBand(costsBy(150, (date) => (isFirst(date) ? 1000 : 100)));
    const july = band.find(({ day }) => day === '2026-07-01');
    expect(july).toEqual({ day: '2026-07-01', expected: 1000, lower: 800, upper: 1200 });
  });

  test('peaks that come now and then are learned, much larger ones are reported', () => {
    const gaps = [5, 9, 6, 4, 8, 7, 5, 9, 6, 5, 8, 4, 7];
    const jobs = gaps.flatMap((gap, index) => [...repeat(gap, 2), 200 + 20 * (index % 3)]);
    const learned = reportedDays(costs(jobs)).filter((day) => day > '2026-04-15');
    expect(learned).toEqual([]);
    expect(reportedDays(costs([...jobs, 2, 2, 700])).at(-1)).toBe(addDays('2026-03-02', 98));
  });
});

describe('new levels', () => {
  test('a step is reported once, and is the level that the next one is compared with', () => {
    const series = costs([...repeat(40, 100), ...repeat(40, 160), ...repeat(20, 250)]);
    expect(detectAnomalies(series)).toMatchObject([
      { day: '2026-04-11', kind: 'step', expected: 100 },
      { day: '2026-05-21', kind: 'step', expected: 160 },
    ]);
  });

  test('a spike is a step once it has lasted a week', () => {
    const kindAfter = (days: number) =>
      detectAnomalies(costs([...repeat(40, 100), ...repeat(days, 160)]))[0]!.kind;
    expect(kindAfter(6)).toBe('spike');
    expect(kindAfter(7)).toBe('step');
  });

  test('a slow drift is reported once', () => {
    const ramp = Array.from({ length: 30 }, (_, index) => 100 + 2 * (index + 1));
    const anomalies = detectAnomalies(costs([...repeat(60, 100), ...ramp, ...repeat(60, 160)]));
    expect(anomalies).toMatchObject([{ kind: 'drift', expected: 100 }]);
    expect(anomalies[0]!.day < addDays('2026-03-02', 60 + 25)).toBe(true);
  });

  test('steady growth is no drift', () => {
    const growth = Array.from({ length: 300 }, (_, index) => 100 * 1.004 ** index);
    expect(detectAnomalies(costs(growth))).toEqual([]);
  });
});

test('every day with two weeks of history has an expected range', () => {
  const band = expectedBand(costs([...usual, 165]));
  expect(band).toHaveLength(15);
  expect(band.at(-1)).toEqual({ day: '2026-03-30', expected: 100, lower: 80, upper: 120 });
});

test('the verdict on a day does not depend on later days', () => {
  const amounts = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 80, max: 120, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1000, noNaN: true }) },
    ),
    { minLength: 20, maxLength: 150 },
  );
  fc.assert(
    fc.property(amounts, fc.nat(), (values, cut) => {
      const series = costs(values);
      const end = 1 + (cut % series.length);
      const withoutKind = (days: DailyCost[]) =>
        detectAnomalies(days).map(({ kind: _, ...anomaly }) => anomaly);
      const before = withoutKind(series).filter(({ day }) => day <= series[end - 1]!.day);
      expect(withoutKind(series.slice(0, end))).toEqual(before);
    }),
    { seed: 13 },
  );
});

test('an anomaly has the figures that decided it: its day is above its range', () => {
  const found = anomalySeries({ seed: 5, perKind: 3 }).flatMap(({ amounts }) =>
    detectAnomalies(costs(amounts)),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ kind }) => kind === 'drift').length).toBeGreaterThan(5);
  for (const { amount, expected, upper } of found) {
    expect(amount).toBeGreaterThan(upper);
    expect(amount - expected).toBeGreaterThanOrEqual(10);
  }
});

test('a charge of the 1st that comes on Monday after a weekend is known from one month', () => {
  // 1 July 2026 is a Wednesday, 1 August a Saturday.
  const charged = new Set(['2026-07-01', '2026-08-03', '2026-09-01']);
  const days = costs(repeat(100, 100), '2026-06-08').map(({ day, amount }) => ({
    day,
    amount: charged.has(day) ? 900 : amount,
  }));
  expect(reportedDays(days)).toEqual(['2026-07-01']);
});
