import { formatDecimal, sumDecimals } from '../../../platform/lib/decimal.js';
import { formatAmount } from './format-amount.js';
import {
  type BacktestedForecast,
  type Fold,
  forecastSeries,
  horizonDays,
  weeklyChanges,
} from './backtest.js';
import type { Method } from './candidates.js';
import { type DailySeries, endOf } from './daily-series.js';
import { type Widths, intervalWidths, sumShare, widthAhead } from './intervals.js';
import { type Scores, errorsOf, scoresOf } from './scores.js';

/** Daily costs of one service of one provider. */
export interface ServiceSeries extends DailySeries {
  provider: string;
  service: string;
}

export interface ReportHistory {
  series: readonly ServiceSeries[];
  /** First and last day to forecast, as day numbers. A series that ends later already has the first ones. */
  from: number;
  to: number;
}

/** Forecast of a service, or the total of one provider or of the report. */
export interface ServiceForecast {
  provider: string;
  service: string;
  isTotal: boolean;
  method: Method | null;
  /** Decimal text per day. */
  amounts: string[];
  interval: Interval;
  scores: Scores;
}

/** The prediction interval as stored with a forecast; `intervalOn` computes its ends. */
export interface Interval {
  widths: Widths;
  /** The share of the summed widths of days that is the width of their total; forecasts of older releases have none. */
  sumShare?: number;
  /** Days between the end of the history and the first amount; negative if it has the first amounts. */
  skipped: number;
  /** Whether the history ever had costs, or credits: the interval excludes a sign that never occurred. */
  hasCosts: boolean;
  hasCredits: boolean;
}

/** The lower and upper end of the interval around the amount of a day. */
export function intervalOn(interval: Interval, amount: string, day: number): [string, string] {
  const width = widthAhead(interval.widths, interval.skipped + day);
  return boundsAround(interval, Number(amount), width);
}

/**
 * The lower and upper end of the interval around a total of days from `first` on, of which the first
 * amount has number 0; null for forecasts of older releases. Bounds of days do not add up to it.
 */
export function intervalOfSum(
  interval: Interval,
  total: string,
  { first, count }: { first: number; count: number },
): [string, string] | null {
  if (interval.sumShare === undefined) return null;
  let width = 0;
  for (let day = first; day < first + count; day += 1) {
    width += widthAhead(interval.widths, interval.skipped + day);
  }
  return boundsAround(interval, Number(total), width * interval.sumShare);
}

function boundsAround(
  { hasCosts, hasCredits }: Interval,
  amount: number,
  width: number,
): [string, string] {
  const [lower, upper] = [amount - width, amount + width];
  return [
    formatAmount(hasCredits ? lower : Math.max(lower, 0)),
    formatAmount(hasCosts ? upper : Math.min(upper, 0)),
  ];
}

interface Forecast {
  series: ServiceSeries;
  result: BacktestedForecast;
  /** Days between the end of the series and the first requested one; negative if that is part of it. */
  skipped: number;
  amounts: string[];
}

/** Forecasts every service of a report, and their totals. The same history gives the same result. */
export function forecastReport({ series, from, to }: ReportHistory): ServiceForecast[] {
  const forecasts = series
    .map((each): Forecast => {
      const skipped = from - endOf(each);
      const result = forecastSeries(each, to + 1 - endOf(each));
      const amounts = Array.from({ length: to + 1 - from }, (_, day) =>
        formatAmount(amountOn(each, result, from + day)),
      );
      return { series: each, result, skipped, amounts };
    })
    .filter(({ result }) => result.method !== 'none');
  if (forecasts.length === 0) return [];
  const providers = [...new Set(forecasts.map((each) => each.series.provider))];
  const providerTotals = providers.map((provider) =>
    totalOf(
      provider,
      forecasts.filter((each) => each.series.provider === provider),
    ),
  );
  return [
    { ...toServiceForecast(totalOf('all', providerTotals)), isTotal: true, method: null },
    ...providerTotals.map((total) => ({
      ...toServiceForecast(total),
      isTotal: true,
      method: null,
    })),
    ...forecasts.map(toServiceForecast),
  ];
}

/** The amount of a day: that of the series where it has the day, so that totals add up known and expected costs. */
function amountOn(series: ServiceSeries, { forecast }: BacktestedForecast, day: number): number {
  const ahead = day - endOf(series);
  return ahead < 0 ? (series.values[day - series.firstDay] ?? 0) : forecast[ahead]!;
}

function toServiceForecast({ series, result, skipped, amounts }: Forecast): ServiceForecast {
  const errors = result.folds.map((fold) => errorsOf(fold.actual, fold.forecast));
  const widths = intervalWidths(errors);
  return {
    provider: series.provider,
    service: series.service,
    isTotal: false,
    method: result.method,
    amounts,
    interval: {
      widths,
      sumShare: sumShare(errors, widths),
      skipped,
      hasCosts: series.values.some((value) => value > 0),
      hasCredits: series.values.some((value) => value < 0),
    },
    scores: scoresOf(result.folds),
  };
}

/**
 * The sum of forecasts. Errors partly cancel out, so they are added before intervals are derived. It is as
 * far ahead as the part that ends first.
 */
function totalOf(provider: string, parts: readonly Forecast[]): Forecast {
  const series = { ...sumSeries(parts.map((part) => part.series)), provider, service: 'all' };
  return {
    series,
    result: { ...parts[0]!.result, folds: sumFolds(series, parts) },
    skipped: Math.max(...parts.map((part) => part.skipped)),
    amounts: parts[0]!.amounts.map((_, day) =>
      formatDecimal(sumDecimals(parts.map((part) => part.amounts[day]!))),
    ),
  };
}

function sumSeries(parts: readonly DailySeries[]): DailySeries {
  const firstDay = Math.min(...parts.map((part) => part.firstDay));
  const values = new Float64Array(Math.max(...parts.map(endOf)) - firstDay);
  for (const part of parts) {
    part.values.forEach((value, day) => (values[part.firstDay - firstDay + day]! += value));
  }
  return { firstDay, values };
}

function sumFolds(total: DailySeries, parts: readonly Forecast[]): Fold[] {
  return weeklyChanges(total).map((weeklyChange, origin) => {
    const folds = parts.map(({ result }) => result.folds[origin]!);
    const sumDaily = (pick: (fold: Fold) => Float64Array) =>
      Float64Array.from({ length: horizonDays }, (_, day) =>
        folds.reduce((sum, fold) => sum + pick(fold)[day]!, 0),
      );
    return {
      actual: sumDaily(({ actual }) => actual),
      forecast: sumDaily(({ forecast }) => forecast),
      naive: sumDaily(({ naive }) => naive),
      weeklyChange,
    };
  });
}
