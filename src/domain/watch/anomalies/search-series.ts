import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal, sumDecimals } from '../../../platform/lib/decimal.js';
import { detectAnomalies, type DetectionSettings } from './detect-anomalies.js';
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
  return detectAnomalies(costs, settings).map(({ day, kind, expected, lower, upper }) => {
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
    };
  });
}

/** The cost of a day; 0 outside of the series. */
export function amountOn({ firstDay, amounts }: CostSeries, day: string): number {
  return day < firstDay ? 0 : Number(amounts[daysIn({ start: firstDay, end: day }) - 1] ?? 0);
}
