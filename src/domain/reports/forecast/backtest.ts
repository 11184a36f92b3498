import { type Candidate, type Method, candidatesFor } from './candidates.js';
import { type DailySeries, endOf, historyBefore } from './daily-series.js';

/** Days of each backtest forecast that are compared with actual amounts. */
export const horizonDays = 28;
const originCount = 4;
const daysBetweenOrigins = 14;
/** Days a forecast is fitted to: at least three whole months, wherever they begin. */
const trainingDays = 126;
/** Days of history that a forecast and its backtest use. */
export const historyDays = trainingDays + horizonDays + (originCount - 1) * daysBetweenOrigins;

/** The backtest at one origin, by day ahead. */
export interface Fold {
  actual: Float64Array;
  forecast: Float64Array;
  naive: Float64Array;
  /** Mean absolute week-over-week change in the training days. */
  weeklyChange: number;
}

export interface BacktestedForecast {
  method: Method;
  /** Amounts from the day after the end of the series. */
  forecast: Float64Array;
  /** Latest origin first; series that end on the same day share their origins. */
  folds: Fold[];
}

/** First days of the backtest forecasts, the latest first. */
function originsOf(series: DailySeries): number[] {
  return Array.from(
    { length: originCount },
    (_, index) => endOf(series) - horizonDays - index * daysBetweenOrigins,
  );
}

/** Forecasts a series by the method with the lowest backtest error. */
export function forecastSeries(series: DailySeries, days: number): BacktestedForecast {
  const candidateFolds = originsOf(series).map((origin) => backtestAt(series, origin));
  const candidates = candidatesFor(historyBefore(series, endOf(series), trainingDays));
  const best = candidates.reduce((one, other) =>
    absoluteError(candidateFolds, other.method) < absoluteError(candidateFolds, one.method)
      ? other
      : one,
  );
  return {
    method: best.method,
    forecast: forecastFrom(best, endOf(series), days),
    folds: candidateFolds.map(({ forecasts, ...fold }) => ({
      ...fold,
      forecast: forecasts.get(best.method) ?? forecasts.values().next().value!,
    })),
  };
}

/** A fold with the forecast of every candidate method. */
type CandidateFold = Omit<Fold, 'forecast'> & { forecasts: Map<Method, Float64Array> };

/** Forecasts from the history before an origin and keeps the actual amounts beside the result. */
function backtestAt(series: DailySeries, origin: number): CandidateFold {
  const history = historyBefore(series, origin, trainingDays);
  const candidates = candidatesFor(history);
  const actual = new Float64Array(horizonDays);
  const daysBefore = origin - series.firstDay;
  if (daysBefore + horizonDays > 0) {
    const from = Math.max(daysBefore, 0);
    actual.set(series.values.subarray(from, daysBefore + horizonDays), from - daysBefore);
  }
  return {
    actual,
    forecasts: new Map(
      candidates.map((each) => [each.method, forecastFrom(each, origin, horizonDays)]),
    ),
    naive: seasonalNaive(history.values),
    weeklyChange: weeklyChange(history.values),
  };
}

function forecastFrom(candidate: Candidate, firstDay: number, days: number): Float64Array {
  return Float64Array.from({ length: days }, (_, ahead) => candidate.amountOn(firstDay + ahead));
}

/** Only origins with more than one candidate count: elsewhere there was nothing to choose. */
function absoluteError(folds: readonly CandidateFold[], method: Method): number {
  let error = 0;
  for (const { actual, forecasts } of folds) {
    const forecast = forecasts.get(method);
    if (forecast === undefined || forecasts.size < 2) continue;
    actual.forEach((amount, day) => (error += Math.abs(amount - forecast[day]!)));
  }
  return error;
}

/** Repeats the last seven days. */
function seasonalNaive(values: Float64Array): Float64Array {
  const week = values.slice(-7);
  return Float64Array.from({ length: horizonDays }, (_, day) => week[day % 7] ?? 0);
}

/** Mean absolute week-over-week change before each origin. */
export function weeklyChanges(series: DailySeries): number[] {
  return originsOf(series).map((origin) =>
    weeklyChange(historyBefore(series, origin, trainingDays).values),
  );
}

function weeklyChange(values: Float64Array): number {
  let change = 0;
  for (let day = 7; day < values.length; day += 1) {
    change += Math.abs(values[day]! - values[day - 7]!);
  }
  return values.length > 7 ? change / (values.length - 7) : 0;
}
