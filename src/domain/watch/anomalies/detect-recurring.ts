import {
  dayOfMonth,
  daysInMonth,
  median,
  robustDeviation,
  weekdayOf,
} from '../../reports/forecast/index.js';

/** Amounts of past days, with those that were above what was expected. */
export interface Past {
  firstDay: number;
  amounts: readonly number[];
  /** Indexes of days above the expected range. */
  peaks: ReadonlySet<number>;
}

/** Months back to the same day at which a fee may have come before that is not monthly. */
const feeMonths = [2, 3, 6, 12];
/** Days by which a monthly charge may move, for instance to the next working day. */
const maxShiftDays = 3;
/** As many separate peaks in as many days are how the series is; monthly charges alone are fewer. */
const usualOccasions = [
  { peaks: 4, days: 56 },
  { peaks: 6, days: 84 },
];

/** Indexes of the same day of the previous month, and of fees on the same day of earlier months. */
export function sameDaysBefore(past: Past, day: number): number[] {
  const { firstDay, peaks } = past;
  const indexesOf = (months: number) => sameDays(day, months).map((sameDay) => sameDay - firstDay);
  const fees = [...feeMonths.flatMap(indexesOf), ...movedDaysBefore(past, day)];
  return [...indexesOf(1), ...fees.filter((index) => peaks.has(index))].filter(
    (index) => index >= 0,
  );
}

/**
 * What is due on a weekend may be charged on the Monday after it, in this month or in the previous one.
 * Indexes of the days of the previous month that correspond to a day then.
 */
function movedDaysBefore({ firstDay, peaks }: Past, day: number): number[] {
  const isMonday = weekdayOf(day) === 0;
  const hasCome = [day - 1, day - 2].some((due) => peaks.has(due - firstDay));
  const dueDays = isMonday && !hasCome ? [day, day - 1, day - 2] : [day];
  return dueDays.flatMap((due) => sameDays(due, 1)).map((due) => workingDayFrom(due) - firstDay);
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

/** A day, or the Monday after it if it is on a weekend. */
function workingDayFrom(day: number): number {
  const weekday = weekdayOf(day);
  return weekday > 4 ? day + 7 - weekday : day;
}

/** The first day of the month that is a number of months before that of a day. */
function monthStart(day: number, monthsBefore: number): number {
  let first = day - dayOfMonth(day) + 1;
  for (let month = 0; month < monthsBefore; month += 1) first -= daysInMonth(first - 1);
  return first;
}

/**
 * Whether matching peaks occurred at about the same time of each of the last two months, and this month's
 * has not come yet.
 */
export function recursMonthly(
  { firstDay, amounts, peaks }: Past,
  day: number,
  matches: (index: number) => boolean,
): boolean {
  const hasPeak = (from: number, to: number) => {
    for (let index = from; index <= to; index += 1) {
      if (peaks.has(index) && matches(index)) return true;
    }
    return false;
  };
  const isNear = (months: number) => {
    const center = sameDays(day, months)[0]! - firstDay;
    return hasPeak(center - maxShiftDays, center + maxShiftDays);
  };
  return isNear(1) && isNear(2) && !hasPeak(amounts.length - 2 * maxShiftDays, amounts.length - 1);
}

/**
 * The largest amount that is usual in a series with a peak now and then, such as that of a job without a
 * schedule; undefined for all others. A single larger peak does not count.
 */
export function usualPeak(
  { amounts, peaks }: Past,
  amountOf: (index: number) => number,
): number | undefined {
  const occasions: { index: number; amount: number }[] = [];
  for (const index of [...peaks].toSorted((one, other) => one - other)) {
    const amount = amountOf(index);
    const last = occasions.at(-1);
    if (last && index === last.index + 1) {
      occasions[occasions.length - 1] = { index, amount: Math.max(last.amount, amount) };
    } else {
      occasions.push({ index, amount });
    }
  }
  for (const { peaks: count, days } of usualOccasions) {
    const recent = occasions.filter(({ index }) => index >= amounts.length - days);
    if (recent.length >= count) return upperEndOf(recent.map(({ amount }) => amount));
  }
  return undefined;
}

function upperEndOf(amounts: readonly number[]): number {
  const [, second] = amounts.toSorted((one, other) => other - one);
  return Math.max(second!, median(amounts) + 3 * robustDeviation(amounts));
}
