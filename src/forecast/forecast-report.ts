import { sumOf } from '../lib/decimal.js';
import { decimalText } from '../lib/decimal-text.js';
import { amountText } from './amount-text.js';
import {
  type TestedSeries,
  type Trial,
  forecastSeries,
  testedDays,
  weeklyChanges,
} from './back-test.js';
import type { Method } from './candidates.js';
import { type DaySeries, endOf } from './day-series.js';
import { intervalWidths } from './intervals.js';
import { type Scores, errorsOf, scoresOf } from './scores.js';

/** One service of one provider. */
export interface ServiceSeries extends DaySeries {
  provider: string;
  service: string;
}

export interface ReportHistory {
  series: readonly ServiceSeries[];
  /** First and last day to forecast. */
  from: number;
  to: number;
}

/** Forecast of a service, or of all services of one provider or of all. */
export interface ServiceForecast {
  provider: string;
  service: string;
  isTotal: boolean;
  method: Method | null;
  /** Decimal texts, one a day. */
  amounts: string[];
  lower: string[];
  upper: string[];
  scores: Scores;
}

interface Forecast {
  series: ServiceSeries;
  tested: TestedSeries;
  /** Days between the end of the series and the first that is asked for. */
  skipped: number;
  amounts: string[];
}

/** Forecasts every service of a report, and the sums of them. The same history gives the same result. */
export function forecastReport({ series, from, to }: ReportHistory): ServiceForecast[] {
  const forecasts = series
    .map((each): Forecast => {
      const skipped = from - endOf(each);
      const tested = forecastSeries(each, to + 1 - endOf(each));
      const amounts = Array.from(tested.forecast.subarray(skipped), amountText);
      return { series: each, tested, skipped, amounts };
    })
    .filter(({ tested }) => tested.method !== 'none');
  if (forecasts.length === 0) return [];
  const providers = [...new Set(forecasts.map((each) => each.series.provider))];
  return [
    totalOf('all', forecasts),
    ...providers.map((provider) =>
      totalOf(
        provider,
        forecasts.filter((each) => each.series.provider === provider),
      ),
    ),
    ...forecasts.map((each) => described(each)),
  ];
}

function described(forecast: Forecast): ServiceForecast {
  const { series, tested, skipped, amounts } = forecast;
  const widths = intervalWidths(
    tested.trials.map((trial) => errorsOf(trial.actual, trial.forecast)),
    skipped + amounts.length,
  );
  // Where there were never credits, none are expected; and the other way round.
  const least = series.values.some((value) => value < 0) ? -Infinity : 0;
  const most = series.values.some((value) => value > 0) ? Infinity : 0;
  const limit = (sign: 1 | -1) =>
    amounts.map((amount, day) => {
      const moved = Number(amount) + sign * widths[skipped + day]!;
      return amountText(Math.min(Math.max(moved, least), most));
    });
  return {
    provider: series.provider,
    service: series.service,
    isTotal: false,
    method: tested.method,
    amounts,
    lower: limit(-1),
    upper: limit(1),
    scores: scoresOf(tested.trials),
  };
}

/** The sum of services. Their errors make up for each other, so they are added before they are judged. */
function totalOf(provider: string, parts: readonly Forecast[]): ServiceForecast {
  const series = { ...sumOfSeries(parts.map((part) => part.series)), provider, service: 'all' };
  const amounts = parts[0]!.amounts.map((_, day) =>
    decimalText(sumOf(parts.map((part) => part.amounts[day]!))),
  );
  const tested = { ...parts[0]!.tested, trials: sumOfTrials(series, parts) };
  const skipped = Math.min(...parts.map((part) => part.skipped));
  return { ...described({ series, tested, skipped, amounts }), isTotal: true, method: null };
}

function sumOfSeries(parts: readonly DaySeries[]): DaySeries {
  const firstDay = Math.min(...parts.map((part) => part.firstDay));
  const values = new Float64Array(Math.max(...parts.map(endOf)) - firstDay);
  for (const part of parts) {
    part.values.forEach((value, day) => (values[part.firstDay - firstDay + day]! += value));
  }
  return { firstDay, values };
}

function sumOfTrials(total: DaySeries, parts: readonly Forecast[]): Trial[] {
  return weeklyChanges(total).map((weeklyChange, origin) => {
    const trials = parts.map(({ tested }) => tested.trials[origin]!);
    const added = (pick: (trial: Trial) => Float64Array) =>
      Float64Array.from({ length: testedDays }, (_, day) =>
        trials.reduce((sum, trial) => sum + pick(trial)[day]!, 0),
      );
    return {
      actual: added(({ actual }) => actual),
      forecast: added(({ forecast }) => forecast),
      naive: added(({ naive }) => naive),
      weeklyChange,
    };
  });
}
