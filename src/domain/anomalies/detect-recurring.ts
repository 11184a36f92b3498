import { dayOfMonth, daysInMonth } from '../forecast/daily-series.js';

/** Amounts of past days, with those that were above what was expected. */
export interface Past {
  firstDay: number;
  amounts: readonly number[];
  /** Indexes of days above the expected range, ascending. */
  peaks: readonly number[];
}

/** Months before a day in which the same day is compared: monthly, quarterly and yearly fees. */
const comparedMonths = [1, 2, 3, 12];
/** Days by which a monthly charge may move, for instance to the next working day. */
const maxShiftDays = 3;
const occasionWindowDays = 56;
/** As many similar peaks in eight weeks are how the series is. */
const usualOccasions = 3;

/** The largest cost on the same day of an earlier month; undefined when none of them is known. */
export function sameDayOfEarlierMonths(past: Past, day: number): number | undefined {
  const known = comparedMonths
    .flatMap((months) => sameDays(day, months))
    .map((sameDay) => past.amounts[sameDay - past.firstDay])
    .filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The same day of an earlier month; the last day of a month also corresponds to the last of the other. */
function sameDays(day: number, monthsBefore: number): number[] {
  const first = monthStart(day, monthsBefore);
  const last = daysInMonth(first);
  const ofMonth = Math.min(dayOfMonth(day), last);
  const isLast = dayOfMonth(day) === daysInMonth(day);
  return isLast && ofMonth !== last
    ? [first + ofMonth - 1, first + last - 1]
    : [first + ofMonth - 1];
}

/** The first day of the month that is a number of months before that of a day. */
function monthStart(day: number, monthsBefore: number): number {
  let first = day - dayOfMonth(day) + 1;
  for (let month = 0; month < monthsBefore; month += 1) {
    first -= daysInMonth(first - 1);
  }
  return first;
}

/** Whether peaks of at least an amount occurred at about the same time of each of the last two months. */
export function recursMonthly(past: Past, day: number, amount: number): boolean {
  return [1, 2].every((months) => {
    const [sameDay] = sameDays(day, months);
    return past.peaks.some(
      (index) =>
        Math.abs(past.firstDay + index - sameDay!) <= maxShiftDays &&
        past.amounts[index]! >= amount,
    );
  });
}

/** Whether peaks of at least an amount are usual in a series, such as that of a job that runs now and then. */
export function isUsualPeak(past: Past, day: number, amount: number): boolean {
  let occasions = 0;
  let previous = Number.NEGATIVE_INFINITY;
  for (const index of past.peaks) {
    if (past.firstDay + index < day - occasionWindowDays || past.amounts[index]! < amount) continue;
    if (index > previous + 1) occasions += 1;
    previous = index;
  }
  return occasions >= usualOccasions;
}
