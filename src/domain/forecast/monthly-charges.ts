import type { CleanSeries } from './clean.js';
import { dayOfMonth, daysInMonth } from './day-series.js';
import { median } from './statistics.js';

/** Amount that comes on the same day of each month, by that day. */
export type MonthlyCharges = ReadonlyMap<number, number>;

/** Last three months, of whatever length. */
const seenDays = 92;

/**
 * Odd days that come back on the same day of the month, at least twice in three months. The median
 * holds against the charge of a month that is not over, which may still be growing.
 */
export function monthlyCharges({ firstDay, oddities }: CleanSeries): MonthlyCharges {
  const found = new Map<number, number[]>();
  for (let day = Math.max(oddities.length - seenDays, 0); day < oddities.length; day += 1) {
    const oddity = oddities[day]!;
    if (oddity === 0) continue;
    const key = chargeDay(firstDay + day);
    found.set(key, [...(found.get(key) ?? []), oddity]);
  }
  const recurring = [...found].filter(([, amounts]) => amounts.length >= 2 && haveOneSign(amounts));
  return new Map(recurring.map(([key, amounts]) => [key, median(amounts)]));
}

/** Last days of months are one day, whatever their number. */
function chargeDay(day: number): number {
  const own = dayOfMonth(day);
  return own === daysInMonth(day) ? 31 : own;
}

const haveOneSign = (amounts: readonly number[]) =>
  amounts.every((amount) => amount > 0 === amounts[0]! > 0);

/** What is charged on a day; a month without the day is charged on its last. */
export function chargeOn(charges: MonthlyCharges, day: number): number {
  if (charges.size === 0) return 0;
  const [own, last] = [dayOfMonth(day), daysInMonth(day)];
  if (own !== last) return charges.get(own) ?? 0;
  let total = 0;
  for (const [key, amount] of charges) if (key >= last) total += amount;
  return total;
}
