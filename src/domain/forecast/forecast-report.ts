import { formatDecimal, sumDecimals } from '../../platform/lib/decimal.js';
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
import { type Widths, intervalWidths, widthAhead } from './intervals.js';
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
  interval: Interval;
  scores: Scores;
}

/** What is known of how far off the amounts may be. */
export interface Interval {
  widths: Widths;
  /** Days between the end of the bills and the first amount. */
  skipped: number;
  /** Whether there were ever costs, or credits; there will be none where there were none. */
  hasCosts: boolean;
  hasCredits: boolean;
}

/** The lower and upper end of the interval of the amount of a day. */
export function intervalOn(interval: Interval, amount: string, day: number): [string, string] {
  const { widths, skipped, hasCosts, hasCredits } = interval;
  const width = widthAhead(widths, skipped + day);
  const lower = Number(amount) - width;
  const upper = Number(amount) + width;
  return [
    amountText(hasCredits ? lower : Math.max(lower, 0)),
    amountText(hasCosts ? upper : Math.min(upper, 0)),
  ];
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
  const sums = providers.map((provider) =>
    sumOf(
      provider,
      forecasts.filter((each) => each.series.provider === provider),
    ),
  );
  return [
    { ...described(sumOf('all', sums)), isTotal: true, method: null },
    ...sums.map((sum) => ({ ...described(sum), isTotal: true, method: null })),
    ...forecasts.map(described),
  ];
}

function described({ series, tested, skipped, amounts }: Forecast): ServiceForecast {
  const errors = tested.trials.map((trial) => errorsOf(trial.actual, trial.forecast));
  return {
    provider: series.provider,
    service: series.service,
    isTotal: false,
    method: tested.method,
    amounts,
    interval: {
      widths: intervalWidths(errors),
      skipped,
      hasCosts: series.values.some((value) => value > 0),
      hasCredits: series.values.some((value) => value < 0),
    },
    scores: scoresOf(tested.trials),
  };
}

/** The sum of forecasts. Their errors make up for each other, so they are added before they are judged. */
function sumOf(provider: string, parts: readonly Forecast[]): Forecast {
  const series = { ...sumOfSeries(parts.map((part) => part.series)), provider, service: 'all' };
  return {
    series,
    tested: { ...parts[0]!.tested, trials: sumOfTrials(series, parts) },
    skipped: Math.min(...parts.map((part) => part.skipped)),
    amounts: parts[0]!.amounts.map((_, day) =>
      formatDecimal(sumDecimals(parts.map((part) => part.amounts[day]!))),
    ),
  };
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
