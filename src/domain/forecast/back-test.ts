import { type Candidate, type Method, candidatesFor } from './candidates.js';
import { type DaySeries, endOf, historyBefore } from './day-series.js';

/** Days that a forecast is compared with. */
export const testedDays = 28;
const origins = 4;
const originGap = 14;
/** Days that a forecast is made from: three whole months, wherever they begin. */
const fittedDays = 126;
/** Days that all of it needs. */
export const neededDays = fittedDays + testedDays + (origins - 1) * originGap;

/** What one origin came to, by day ahead. */
export interface Trial {
  actual: Float64Array;
  forecast: Float64Array;
  naive: Float64Array;
  /** Of the days before the origin, on average and whichever way. */
  weeklyChange: number;
}

export interface TestedSeries {
  method: Method;
  /** Amounts from the day after the end. */
  forecast: Float64Array;
  /** From the latest origin to the earliest; the same days for all series that end together. */
  trials: Trial[];
}

/** Where the past is forecast from: days of a series, the latest first. */
function originsOf(series: DaySeries): number[] {
  return Array.from(
    { length: origins },
    (_, index) => endOf(series) - testedDays - index * originGap,
  );
}

/** Continues a series by the method that would have done best, and tells how it would have done. */
export function forecastSeries(series: DaySeries, days: number): TestedSeries {
  const tests = originsOf(series).map((origin) => testFrom(series, origin));
  const candidates = candidatesFor(historyBefore(series, endOf(series), fittedDays));
  const best = candidates.reduce((one, other) =>
    errorOf(tests, other.method) < errorOf(tests, one.method) ? other : one,
  );
  return {
    method: best.method,
    forecast: amountsFrom(best, endOf(series), days),
    trials: tests.map(({ forecasts, ...trial }) => ({
      ...trial,
      forecast: forecasts.get(best.method) ?? forecasts.values().next().value!,
    })),
  };
}

type Test = Omit<Trial, 'forecast'> & { forecasts: Map<Method, Float64Array> };

/** Forecasts with what was known before a day, beside what came. */
function testFrom(series: DaySeries, origin: number): Test {
  const history = historyBefore(series, origin, fittedDays);
  const candidates = candidatesFor(history);
  const actual = new Float64Array(testedDays);
  const known = origin - series.firstDay;
  if (known + testedDays > 0) {
    const from = Math.max(known, 0);
    actual.set(series.values.subarray(from, known + testedDays), from - known);
  }
  return {
    actual,
    forecasts: new Map(
      candidates.map((each) => [each.method, amountsFrom(each, origin, testedDays)]),
    ),
    naive: lastWeekAgain(history.values),
    weeklyChange: weeklyChange(history.values),
  };
}

function amountsFrom(candidate: Candidate, day: number, days: number): Float64Array {
  return Float64Array.from({ length: days }, (_, ahead) => candidate.on(day + ahead));
}

/** Over the origins at which there was a choice. */
function errorOf(tests: readonly Test[], method: Method): number {
  let error = 0;
  for (const { actual, forecasts } of tests) {
    const forecast = forecasts.get(method);
    if (forecast === undefined || forecasts.size < 2) continue;
    actual.forEach((amount, day) => (error += Math.abs(amount - forecast[day]!)));
  }
  return error;
}

/** The seasonal naive forecast: the last seven days over and over. */
function lastWeekAgain(values: Float64Array): Float64Array {
  const week = values.slice(-7);
  return Float64Array.from({ length: testedDays }, (_, day) => week[day % 7] ?? 0);
}

/** Mean absolute change from one week to the next before each origin. */
export function weeklyChanges(series: DaySeries): number[] {
  return originsOf(series).map((origin) =>
    weeklyChange(historyBefore(series, origin, fittedDays).values),
  );
}

function weeklyChange(values: Float64Array): number {
  let change = 0;
  for (let day = 7; day < values.length; day += 1) {
    change += Math.abs(values[day]! - values[day - 7]!);
  }
  return values.length > 7 ? change / (values.length - 7) : 0;
}
