import type { CleanSeries } from './clean-series.js';
import { dayOfMonth, daysInMonth } from './daily-series.js';
import { median } from './statistics.js';

/** Recurring amounts by day of the month; 31 stands for the last day. */
export type MonthlyCharges = ReadonlyMap<number, number>;

/** The last three months, whatever their length. */
const lookbackDays = 92;

/**
 * Finds outliers that recur on the same day of the month, at least twice in three months. The median
 * is robust against the charge of the current month, which may still be growing.
 */
export function monthlyCharges({
  firstDay,
  outliers,
}: Pick<CleanSeries, 'firstDay' | 'outliers'>): MonthlyCharges {
  const byChargeDay = new Map<number, number[]>();
  for (let day = Math.max(outliers.length - lookbackDays, 0); day < outliers.length; day += 1) {
    const outlier = outliers[day]!;
    if (outlier === 0) continue;
    const key = chargeDay(firstDay + day);
    byChargeDay.set(key, [...(byChargeDay.get(key) ?? []), outlier]);
  }
  const recurring = [...byChargeDay].filter(
    ([, amounts]) => amounts.length >= 2 && haveSameSign(amounts),
  );
  return new Map(recurring.map(([key, amounts]) => [key, median(amounts)]));
}

/** The last day of every month counts as the 31st. */
function chargeDay(day: number): number {
  const ofMonth = dayOfMonth(day);
  return ofMonth === daysInMonth(day) ? 31 : ofMonth;
}

const haveSameSign = (amounts: readonly number[]) =>
  amounts.every((amount) => amount > 0 === amounts[0]! > 0);

/** The charge of a day; charges of days that the month lacks fall on its last. */
export function chargeOn(charges: MonthlyCharges, day: number): number {
  if (charges.size === 0) return 0;
  const [ofMonth, last] = [dayOfMonth(day), daysInMonth(day)];
  if (ofMonth !== last) return charges.get(ofMonth) ?? 0;
  let total = 0;
  for (const [key, amount] of charges) if (key >= last) total += amount;
  return total;
}
