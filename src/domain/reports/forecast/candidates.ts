import { type CleanSeries, cleanSeries, noiseWindowDays } from './clean-series.js';
import { occurrenceOf } from './cost-days.js';
import { type DailySeries, endOf, weekdayOf } from './daily-series.js';
import { type Level, lastLevel, levelAhead, smoothedLevel } from './level.js';
import { type MonthlyCharges, chargeOn, monthlyCharges } from './monthly-charges.js';
import { proratedFee } from './prorated-fee.js';
import { mean, sum } from './statistics.js';

/**
 * As stored with a forecast and returned by the API; `spread_fee` is a prorated monthly fee, `ended` is
 * what no longer costs anything.
 */
export type Method =
  | 'smoothed'
  | 'last_week'
  | 'spread_fee'
  | 'monthly_charges'
  | 'mean'
  | 'ended'
  | 'none';

/** One way to forecast a series. */
export interface Candidate {
  method: Method;
  /** The amount on a day after the end of the series. */
  amountOn(day: number): number;
}

const minHistoryDays = 14;
/** With this many outliers in the noise window, outliers are the rule. */
const minIrregularDays = 8;
/** Fewer charges beside monthly ones than these say nothing about the next. */
const minSparseDays = 3;

/** The methods that suit a history, the preferred one first. */
export function candidatesFor(history: DailySeries): [Candidate, ...Candidate[]] {
  const occurrence = occurrenceOf(history.values);
  if (occurrence === 'never') return [constant('none', 0)];
  if (occurrence !== 'ongoing') return [constant('ended', 0)];
  if (history.values.length < minHistoryDays) return [constant('mean', mean(history.values))];
  const fee = proratedFee(history);
  if (fee) return [{ method: 'spread_fee', amountOn: fee }];
  const cleaned = cleanSeries(history);
  const charges = monthlyCharges(cleaned);
  const irregular = irregularAmount(history, cleaned, charges);
  if (irregular !== undefined) {
    const method = irregular === 0 ? 'monthly_charges' : 'mean';
    return [{ method, amountOn: (day) => irregular + chargeOn(charges, day) }];
  }
  return [
    { method: 'smoothed', amountOn: extrapolate(cleaned, charges, smoothedLevel(cleaned)) },
    { method: 'last_week', amountOn: extrapolate(cleaned, charges, lastLevel(cleaned)) },
  ];
}

const constant = (method: Method, amount: number): Candidate => ({
  method,
  amountOn: () => amount,
});

/**
 * The daily mean of costs that follow neither week nor month; undefined where they do, beside a few
 * outliers. It is that of eight weeks if these have enough charges, else that of the whole history; one or
 * two charges in all are not expected again.
 */
function irregularAmount(
  { values }: DailySeries,
  cleaned: CleanSeries,
  charges: MonthlyCharges,
): number | undefined {
  const start = Math.max(values.length - noiseWindowDays, 0);
  const others = values.map((value, day) =>
    cleaned.outliers[day] === 0 || chargeOn(charges, cleaned.firstDay + day) !== 0 ? 0 : value,
  );
  const recent = others.subarray(start);
  const regularAmount = absoluteSum(cleaned.values.subarray(start));
  const isIrregular = countCosts(recent) >= minIrregularDays && absoluteSum(recent) > regularAmount;
  if (isIrregular) return mean(recent);
  if (regularAmount > 0) return undefined;
  return countCosts(others) >= minSparseDays ? mean(others) : 0;
}

const countCosts = (values: Float64Array) => values.filter((value) => value !== 0).length;
const absoluteSum = (values: Float64Array) => sum(values.map(Math.abs));

/** Level times weekday factor, plus the monthly charge of the day. */
function extrapolate(
  cleaned: CleanSeries,
  charges: MonthlyCharges,
  level: Level,
): (day: number) => number {
  const last = endOf(cleaned) - 1;
  // A trend stops at zero: costs do not turn into credits, nor credits into costs.
  const isCost = sum(cleaned.values) >= 0;
  return (day) => {
    const amount = levelAhead(level, day - last) * cleaned.weekdayFactors[weekdayOf(day)]!;
    const bounded = isCost ? Math.max(amount, 0) : Math.min(amount, 0);
    return bounded + chargeOn(charges, day);
  };
}
