import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal, sumDecimals } from '../../../platform/lib/decimal.js';
import { detectAnomalies, type DetectionSettings } from './detect-anomalies.js';
import type { Course } from './detect-course.js';
import type { CostSeries, SeriesKey } from './read-cost-series.js';

/** An anomaly with its figures, as exact decimal text. */
export interface FoundAnomaly extends SeriesKey {
  day: string;
  kind: 'spike' | 'step' | 'drift';
  amount: string;
  previousAmount: string;
  sevenDayAverage: string;
  expected: string;
  lower: string;
  upper: string;
  /** Its last day so far, and whether costs have come back since. */
  lastDay: string;
  isOver: boolean;
  /** What its days have cost more than expected. */
  impact: string;
}

const averageDays = 7;
/** Decimal places of averages, as those of converted amounts. */
const averagePlaces = 12;
/** An expectation is an estimate; further places would say nothing. */
export const expectedPlaces = 2;

/** The anomalies of a series, oldest first. */
export function searchSeries(
  series: CostSeries,
  settings: Partial<DetectionSettings>,
): FoundAnomaly[] {
  const { provider, service, category, firstDay, amounts } = series;
  const costs = amounts.map((amount, index) => ({
    day: addDays(firstDay, index),
    amount: Number(amount),
  }));
  return detectAnomalies(costs, settings).map(({ day, kind, expected, lower, upper, course }) => {
    const index = daysIn({ start: firstDay, end: day }) - 1;
    const before = amounts.slice(Math.max(0, index - averageDays), index);
    return {
      provider,
      service,
      category,
      day,
      kind,
      amount: amounts[index]!,
      previousAmount: amounts[index - 1] ?? '0',
      sevenDayAverage: new Decimal(sumDecimals(before))
        .div(averageDays)
        .toDecimalPlaces(averagePlaces)
        .toFixed(),
      expected: expected.toFixed(expectedPlaces),
      lower: lower.toFixed(expectedPlaces),
      upper: upper.toFixed(expectedPlaces),
      lastDay: addDays(day, course.days.length - 1),
      isOver: course.isOver,
      impact: impactOf(amounts.slice(index), course).toFixed(),
    };
  });
}

/** The costs of the days of an event less what they would have cost without it: 165 and 150 where 100 each was expected are 115. */
function impactOf(amounts: readonly string[], { days }: Course): Decimal {
  return days.reduce((sum, { expected, ceiling }, index) => {
    const counted = Number.isFinite(ceiling)
      ? Decimal.min(amounts[index]!, ceiling.toFixed(expectedPlaces))
      : new Decimal(amounts[index]!);
    return sum.plus(counted).minus(expected.toFixed(expectedPlaces));
  }, new Decimal(0));
}

/** The cost of a day; 0 outside of the series. */
export function amountOn({ firstDay, amounts }: CostSeries, day: string): number {
  return day < firstDay ? 0 : Number(amounts[daysIn({ start: firstDay, end: day }) - 1] ?? 0);
}
