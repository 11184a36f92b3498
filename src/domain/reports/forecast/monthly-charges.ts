import type { CleanSeries } from './clean-series.js';
import { dayOfMonth, daysInMonth, weekdayOf } from './daily-series.js';
import { median } from './statistics.js';

/** An amount that recurs every month. */
export interface MonthlyCharge {
  /** The day of the month that it is due on; 31 stands for the last one, also of shorter months. */
  dueDay: number;
  /** Due on a weekend, it is charged on the Monday after it. */
  movesToMonday: boolean;
  amount: number;
}

export type MonthlyCharges = readonly MonthlyCharge[];

type Outliers = Pick<CleanSeries, 'firstDay' | 'outliers'>;
type DueDay = Omit<MonthlyCharge, 'amount'>;

/** The last three months, whatever their length. */
const lookbackDays = 92;
const minOccurrences = 2;

const isWeekend = (day: number) => weekdayOf(day) > 4;
const isMonday = (day: number) => weekdayOf(day) === 0;

/**
 * Finds outliers that recur on the same day of the month, or on the first working day from it on, at least
 * twice in three months. Each counts for one charge, that with the most of them. The median is robust
 * against the charge of the current month, which may still be growing.
 */
export function monthlyCharges(series: Outliers): MonthlyCharges {
  const { firstDay, outliers } = series;
  const unexplained = new Set<number>();
  for (let index = Math.max(outliers.length - lookbackDays, 0); index < outliers.length; index += 1)
    if (outliers[index] !== 0) unexplained.add(index);
  const occurrencesOf = (due: DueDay) =>
    [...unexplained].filter((index) => isCharged(due, firstDay + index));
  const charges: MonthlyCharge[] = [];
  const byOccurrences = dueDaysOf(series)
    .map((due) => ({ due, count: occurrencesOf(due).length }))
    .filter(({ count }) => count >= minOccurrences)
    .toSorted((one, other) => other.count - one.count);
  for (const { due } of byOccurrences) {
    const occurrences = occurrencesOf(due);
    const amounts = occurrences.map((index) => outliers[index]!);
    if (amounts.length < minOccurrences || !haveSameSign(amounts)) continue;
    charges.push({ ...due, amount: median(amounts) });
    for (const index of occurrences) unexplained.delete(index);
  }
  return charges;
}

/** Every day of the month that outliers can have been due on. */
function dueDaysOf(series: Outliers): DueDay[] {
  const { firstDay, outliers } = series;
  const fixed = new Set<number>();
  const moved = new Set<number>();
  for (const [index, outlier] of outliers.entries()) {
    if (outlier === 0) continue;
    const day = firstDay + index;
    fixed.add(chargeDay(day));
    if (isMonday(day)) for (const before of [1, 2]) moved.add(chargeDay(day - before));
  }
  const moving = [...moved].filter((dueDay) => isMoving(series, dueDay));
  return [
    ...moving.map((dueDay) => ({ dueDay, movesToMonday: true })),
    ...[...fixed]
      .filter((dueDay) => !moving.includes(dueDay))
      .map((dueDay) => ({ dueDay, movesToMonday: false })),
  ];
}

/**
 * Whether a charge that is due on a day of the month comes on Monday instead of a weekend: it did so, it
 * came on the day itself in the week, and it never came on a weekend. A charge on the 1st, and on Monday
 * the 3rd of a month that began on a Saturday, is one on the first working day.
 */
function isMoving({ firstDay, outliers }: Outliers, dueDay: number): boolean {
  let [isSeenInWeek, isSeenAtWeekend] = [false, false];
  for (const [index, outlier] of outliers.entries()) {
    const day = firstDay + index;
    if (outlier === 0 || !isDue(dueDay, day)) continue;
    if (isWeekend(day)) isSeenAtWeekend = true;
    else isSeenInWeek = true;
  }
  return isSeenInWeek && !isSeenAtWeekend;
}

/** The last day of every month counts as the 31st. */
function chargeDay(day: number): number {
  const ofMonth = dayOfMonth(day);
  return ofMonth === daysInMonth(day) ? 31 : ofMonth;
}

const haveSameSign = (amounts: readonly number[]) =>
  amounts.every((amount) => amount > 0 === amounts[0]! > 0);

/** Whether a day of the month falls on a day; those that the month lacks fall on its last. */
function isDue(dueDay: number, day: number): boolean {
  const ofMonth = dayOfMonth(day);
  return ofMonth === dueDay || (ofMonth < dueDay && ofMonth === daysInMonth(day));
}

function isCharged({ dueDay, movesToMonday }: DueDay, day: number): boolean {
  if (!movesToMonday) return isDue(dueDay, day);
  if (isWeekend(day)) return false;
  return (
    isDue(dueDay, day) || (isMonday(day) && (isDue(dueDay, day - 1) || isDue(dueDay, day - 2)))
  );
}

/** The charges of a day. */
export function chargeOn(charges: MonthlyCharges, day: number): number {
  let total = 0;
  for (const charge of charges) if (isCharged(charge, day)) total += charge.amount;
  return total;
}
