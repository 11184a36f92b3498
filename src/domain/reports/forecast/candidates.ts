import { type CleanSeries, cleanSeries, noiseWindowDays } from './clean-series.js';
import { type DailySeries, endOf, weekdayOf } from './daily-series.js';
import { type Level, lastLevel, levelAhead, smoothedLevel } from './level.js';
import { type MonthlyCharges, chargeOn, monthlyCharges } from './monthly-charges.js';
import { proratedFee } from './prorated-fee.js';
import { mean, sum } from './statistics.js';

/** As stored with a forecast and returned by the API; `spread_fee` is a prorated monthly fee. */
export type Method = 'smoothed' | 'last_week' | 'spread_fee' | 'mean' | 'none';

/** One way to forecast a series. */
export interface Candidate {
  method: Method;
  /** The amount on a day after the end of the series. */
  amountOn(day: number): number;
}

const minHistoryDays = 14;
/** With this many outliers in the noise window, outliers are the rule. */
const minIrregularDays = 8;

/** The methods that suit a history, the preferred one first. */
export function candidatesFor(history: DailySeries): [Candidate, ...Candidate[]] {
  const recent = history.values.slice(-noiseWindowDays);
  // A service without cost for that long was retired, or has not started yet.
  if (recent.every((value) => value === 0)) return [constant('none', 0)];
  if (history.values.length < minHistoryDays) return [constant('mean', mean(history.values))];
  const fee = proratedFee(history);
  if (fee) return [{ method: 'spread_fee', amountOn: fee }];
  const cleaned = cleanSeries(history);
  const charges = monthlyCharges(cleaned);
  if (isIrregular(cleaned, charges)) return [constant('mean', mean(recent))];
  return [
    { method: 'smoothed', amountOn: extrapolate(cleaned, charges, smoothedLevel(cleaned)) },
    { method: 'last_week', amountOn: extrapolate(cleaned, charges, lastLevel(cleaned)) },
  ];
}

const constant = (method: Method, amount: number): Candidate => ({
  method,
  amountOn: () => amount,
});

/** Whether costs are sporadic: outliers outweigh the rest and follow neither week nor month. */
function isIrregular(cleaned: CleanSeries, charges: MonthlyCharges): boolean {
  const start = Math.max(cleaned.values.length - noiseWindowDays, 0);
  let [outlierDays, outlierAmount, regularAmount] = [0, 0, 0];
  for (let day = start; day < cleaned.values.length; day += 1) {
    const outlier = cleaned.outliers[day]!;
    regularAmount += Math.abs(cleaned.values[day]!);
    if (outlier === 0 || chargeOn(charges, cleaned.firstDay + day) !== 0) continue;
    outlierDays += 1;
    outlierAmount += Math.abs(outlier);
  }
  return outlierDays >= minIrregularDays && outlierAmount > regularAmount;
}

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
