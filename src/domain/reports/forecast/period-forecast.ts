import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';

/** What is known about daily costs. No clock: the same costs and forecast give the same figures. */
export interface KnownCosts {
  /** By day; days without costs may be missing. */
  billed: ReadonlyMap<string, Decimal>;
  /** Days up to this one cost what is billed; later ones are incomplete, or still to come. */
  billedThrough: string;
  /** Amounts of consecutive days; null without a forecast. */
  forecast: { start: string; amounts: readonly string[] } | null;
}

interface PeriodDay {
  day: string;
  billed: Decimal;
  /** What the day is expected to have cost once it is complete. */
  expected: Decimal;
  isForecast: boolean;
}

/** What a period is expected to cost. */
export interface PeriodForecast {
  amount: Decimal;
  /** The first day that counts with its forecast; null if all days are complete. */
  forecastFrom: string | null;
  days: PeriodDay[];
}

/**
 * The forecast of a period: complete days as billed, and every other day with the larger of what is billed
 * and what is forecast; null if one of them has no forecast. At 10 a day, with two complete days and 4
 * billed of the third, the first five days are forecast at 50.
 */
export function forecastPeriod(range: DateRange, costs: KnownCosts): PeriodForecast | null {
  const days: PeriodDay[] = [];
  for (let day = range.start; day <= range.end; day = addDays(day, 1)) {
    const billed = costs.billed.get(day) ?? zero;
    const isForecast = day > costs.billedThrough;
    const forecast = isForecast ? forecastOn(day, costs) : billed;
    if (forecast === null) return null;
    days.push({ day, billed, expected: Decimal.max(billed, forecast), isForecast });
  }
  return {
    amount: days.reduce((sum, { expected }) => sum.plus(expected), zero),
    forecastFrom: days.find(({ isForecast }) => isForecast)?.day ?? null,
    days,
  };
}

const zero = new Decimal(0);

/** The forecast of a day that is not complete; null if it has none. */
function forecastOn(day: string, { forecast, billed }: KnownCosts): Decimal | null {
  // Where nothing has ever been billed, nothing is expected.
  if (forecast === null) return billed.size === 0 ? zero : null;
  // Days before the forecast were complete when it was made.
  if (day < forecast.start) return billed.get(day) ?? zero;
  const amount = forecast.amounts[daysIn({ start: forecast.start, end: day }) - 1];
  return amount === undefined ? null : new Decimal(amount);
}
