import {
  addCalendarMonths,
  addDays,
  firstOfMonth,
  firstOfQuarter,
  lastOfMonth,
  mondayOf,
} from './days.js';

/** First and last day, both inclusive. */
export interface DateRange {
  start: string;
  end: string;
}

const lastDays = (count: number) => (today: string) => ({
  start: addDays(today, 1 - count),
  end: today,
});

/** Whole months, relative to the current one. */
const months = (from: number, to: number) => (today: string) => ({
  start: firstOfMonth(today, from),
  end: lastOfMonth(today, to),
});

const ranges = {
  this_month: months(0, 0),
  last_7_days: lastDays(7),
  last_30_days: lastDays(30),
  last_month: months(-1, -1),
  last_3_months: months(-2, 0),
  last_6_months: months(-5, 0),
  last_12_months: months(-11, 0),
  last_24_months: months(-23, 0),
  last_36_months: months(-35, 0),
  next_month: months(1, 1),
  next_3_months: months(1, 3),
  next_6_months: months(1, 6),
  next_12_months: months(1, 12),
  year_to_date: (today: string) => ({ start: `${today.slice(0, 4)}-01-01`, end: today }),
  last_3_days: lastDays(3),
  last_14_days: lastDays(14),
} satisfies Record<string, (today: string) => DateRange>;

/** An interval relative to the current day. */
export type NamedInterval = keyof typeof ranges;
export type DateInterval = NamedInterval | 'custom';

export const dateIntervals: [DateInterval, ...DateInterval[]] = [
  'custom',
  ...(Object.keys(ranges) as NamedInterval[]),
];

/** The date range of a named interval. On 2024-07-03, `last_3_months` is 2024-05-01 to 2024-07-31. */
export function resolveInterval(interval: NamedInterval, today: string): DateRange {
  return ranges[interval](today);
}

/**
 * Whether a range is that of a named interval, as of today or yesterday: a client may send back the
 * dates that it read, even after midnight.
 */
export function matchesInterval(interval: NamedInterval, range: DateRange, today: string): boolean {
  return [today, addDays(today, -1)].some((day) => {
    const { start, end } = resolveInterval(interval, day);
    return start === range.start && end === range.end;
  });
}

/** Calendar periods that values can be summed by. */
export const calendarBins = ['day', 'week', 'month', 'quarter', 'hour'] as const;
export type CalendarBin = (typeof calendarBins)[number];

/** What a report can be shown by; `cumulative` is a running total by day. */
export const dateBins = ['cumulative', ...calendarBins] as const;
export type DateBin = (typeof dateBins)[number];

/** The last day whose bin is complete. */
function lastCompleteDay(bin: DateBin, today: string): string {
  if (bin === 'week') return addDays(mondayOf(today), -1);
  if (bin === 'month') return addDays(firstOfMonth(today), -1);
  if (bin === 'quarter') return addDays(firstOfQuarter(today), -1);
  return addDays(today, -1);
}

/**
 * The part of a range that consists of complete bins; null when there is none. Rolling intervals keep
 * their length: on 18 July by day, `last_7_days` is 11 to 17 July and `this_month` 1 to 17 July.
 */
export function clipToCompletePeriods(
  interval: DateInterval,
  range: DateRange,
  bin: DateBin,
  today: string,
): DateRange | null {
  const lastComplete = lastCompleteDay(bin, today);
  const end = range.end < lastComplete ? range.end : lastComplete;
  const start = rollingStart(interval, addDays(end, 1)) ?? range.start;
  return start <= end ? { start, end } : null;
}

/** The first day of a rolling interval whose last day is the one before the given day. */
function rollingStart(interval: DateInterval, before: string): string | undefined {
  const [, count, unit] = /^last_(\d+)_(days|months)$/.exec(interval) ?? [];
  if (!unit) return undefined;
  return unit === 'days'
    ? addDays(before, -Number(count))
    : addCalendarMonths(before, -Number(count));
}

/**
 * The range that a range is compared with: the same days as few months earlier as possible without an
 * overlap. 12 to 18 March is compared with 12 to 18 February. Future days are not compared.
 * A comparison with the previous year starts at 12 months.
 */
export function previousPeriod(range: DateRange, today: string, minMonths = 1): DateRange | null {
  const end = range.end < today ? range.end : today;
  if (end < range.start) return null;
  let back = minMonths;
  while (addCalendarMonths(end, -back) >= range.start) back += 1;
  return { start: addCalendarMonths(range.start, -back), end: addCalendarMonths(end, -back) };
}
