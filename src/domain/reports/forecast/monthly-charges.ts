import type { CleanSeries } from './clean-series.js';
import { dayOfMonth, daysInMonth, weekdayOf } from './daily-series.js';
import { median } from './statistics.js';

/** An amount that recurs every month. */
interface MonthlyCharge {
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
const shortestMonth = 28;
const minOccurrences = 2;
/** A charge that moves needs more evidence: random outliers meet two days sooner than one. */
const movingLookbackDays = 126;
const minMovingOccurrences = 3;
const maxVariation = 2;

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
function dueDaysOf({ firstDay, outliers }: Outliers): DueDay[] {
  const days: number[] = [];
  const first = Math.max(outliers.length - movingLookbackDays, 0);
  for (let index = first; index < outliers.length; index += 1) {
    if (outliers[index] !== 0) days.push(firstDay + index);
  }
  const mondays = days.filter(isMonday);
  const moved = new Set(mondays.flatMap((day) => [chargeDay(day - 1), chargeDay(day - 2)]));
  const amountOn = (day: number) => outliers[day - firstDay]!;
  const moving = [...moved].filter((dueDay) => isMoving(days, amountOn, dueDay));
  const fixed = [...new Set(days.map(chargeDay))].filter((dueDay) => !moving.includes(dueDay));
  return [
    ...moving.map((dueDay) => ({ dueDay, movesToMonday: true })),
    ...fixed.map((dueDay) => ({ dueDay, movesToMonday: false })),
  ];
}

/**
 * Whether a charge that is due on a day of the month comes on Monday instead of a weekend: it came both on
 * the day itself and on such Mondays, at least three times with similar amounts, and never on a weekend. A
 * charge on the 1st, and on Monday the 3rd of a month that began on a Saturday, is one on the first working
 * day.
 */
function isMoving(
  days: readonly number[],
  amountOn: (day: number) => number,
  dueDay: number,
): boolean {
  const onDay = days.filter((day) => isDue(dueDay, day));
  if (onDay.length === 0 || onDay.some(isWeekend)) return false;
  const moved = days.filter((day) => isMovedFrom(dueDay, day));
  const amounts = [...onDay, ...moved].map(amountOn);
  return moved.length > 0 && amounts.length >= minMovingOccurrences && areSimilar(amounts);
}

/** The last day of every month counts as the 31st. */
function chargeDay(day: number): number {
  const ofMonth = dayOfMonth(day);
  return ofMonth === daysInMonth(day) ? 31 : ofMonth;
}

const haveSameSign = (amounts: readonly number[]) =>
  amounts.every((amount) => amount > 0 === amounts[0]! > 0);

function areSimilar(amounts: readonly number[]): boolean {
  const sizes = amounts.map(Math.abs);
  return haveSameSign(amounts) && Math.max(...sizes) <= maxVariation * Math.min(...sizes);
}

/** Whether a day of the month falls on a day; those that the month lacks fall on its last. */
function isDue(dueDay: number, day: number): boolean {
  const ofMonth = dayOfMonth(day);
  if (ofMonth === dueDay) return true;
  return ofMonth < dueDay && ofMonth >= shortestMonth && ofMonth === daysInMonth(day);
}

/** Whether a day is the Monday after a weekend that a day of the month falls on. */
const isMovedFrom = (dueDay: number, day: number) =>
  isMonday(day) && (isDue(dueDay, day - 1) || isDue(dueDay, day - 2));

function isCharged({ dueDay, movesToMonday }: DueDay, day: number): boolean {
  if (!movesToMonday) return isDue(dueDay, day);
  return !isWeekend(day) && (isDue(dueDay, day) || isMovedFrom(dueDay, day));
}

/** The charges of a day. */
export function chargeOn(charges: MonthlyCharges, day: number): number {
  let total = 0;
  for (const charge of charges) if (isCharged(charge, day)) total += charge.amount;
  return total;
}
