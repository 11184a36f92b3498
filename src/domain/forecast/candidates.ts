import { type CleanSeries, clean, noiseDays } from './clean.js';
import { type DaySeries, endOf, weekdayOf } from './day-series.js';
import { type Level, lastLevel, levelAhead, smoothedLevel } from './level.js';
import { type MonthlyCharges, chargeOn, monthlyCharges } from './monthly-charges.js';
import { spreadFee } from './spread-fee.js';
import { mean, sum } from './statistics.js';

export type Method = 'smoothed' | 'last_week' | 'spread_fee' | 'mean' | 'none';

/** A way to continue a series. */
export interface Candidate {
  method: Method;
  /** The amount of a day after the end. */
  on(day: number): number;
}

const leastDays = 14;
/** Odd days in the last eight weeks that make them the rule. */
const manyOddDays = 8;

/** Ways to continue a series, the usual one first. */
export function candidatesFor(history: DaySeries): [Candidate, ...Candidate[]] {
  const recent = history.values.slice(-noiseDays);
  // What has cost nothing for so long is gone; what never cost anything is not there yet.
  if (recent.every((value) => value === 0)) return [constant('none', 0)];
  if (history.values.length < leastDays) return [constant('mean', mean(history.values))];
  const fee = spreadFee(history);
  if (fee) return [{ method: 'spread_fee', on: fee }];
  const cleaned = clean(history);
  const charges = monthlyCharges(cleaned);
  if (isIrregular(cleaned, charges)) return [constant('mean', mean(recent))];
  return [
    { method: 'smoothed', on: continuation(cleaned, charges, smoothedLevel(cleaned)) },
    { method: 'last_week', on: continuation(cleaned, charges, lastLevel(cleaned)) },
  ];
}

const constant = (method: Method, amount: number): Candidate => ({ method, on: () => amount });

/** Costs that come now and then follow neither the week nor the month. */
function isIrregular(cleaned: CleanSeries, charges: MonthlyCharges): boolean {
  const start = Math.max(cleaned.values.length - noiseDays, 0);
  let [odd, oddAmount, usualAmount] = [0, 0, 0];
  for (let day = start; day < cleaned.values.length; day += 1) {
    const oddity = cleaned.oddities[day]!;
    usualAmount += Math.abs(cleaned.values[day]!);
    if (oddity === 0 || chargeOn(charges, cleaned.firstDay + day) !== 0) continue;
    odd += 1;
    oddAmount += Math.abs(oddity);
  }
  return odd >= manyOddDays && oddAmount > usualAmount;
}

/** Level times the share of the weekday, plus what is charged that day of the month. */
function continuation(
  cleaned: CleanSeries,
  charges: MonthlyCharges,
  level: Level,
): (day: number) => number {
  const last = endOf(cleaned) - 1;
  // A trend ends where costs would turn into credits, or credits into costs.
  const isCost = sum(cleaned.values) >= 0;
  return (day) => {
    const usual = levelAhead(level, day - last) * cleaned.shares[weekdayOf(day)]!;
    const bounded = isCost ? Math.max(usual, 0) : Math.min(usual, 0);
    return bounded + chargeOn(charges, day);
  };
}
