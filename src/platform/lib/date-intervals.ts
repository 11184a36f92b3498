import {
  addCalendarMonths,
  addDays,
  firstOfMonth,
  firstOfQuarter,
  lastOfMonth,
  mondayOf,
} from './days.js';

/** First and last day, both included. */
export interface DateRange {
  start: string;
  end: string;
}

const lastDays = (count: number) => (today: string) => ({
  start: addDays(today, 1 - count),
  end: today,
});

/** Whole months, counted from the current one. */
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

/** An interval that moves with the current day. */
export type NamedInterval = keyof typeof ranges;
export type DateInterval = NamedInterval | 'custom';

export const dateIntervals: [DateInterval, ...DateInterval[]] = [
  'custom',
  ...(Object.keys(ranges) as NamedInterval[]),
];

/** The days of a named interval. On 2024-07-03, `last_3_months` is 2024-05-01 to 2024-07-31. */
export function resolveInterval(interval: NamedInterval, today: string): DateRange {
  return ranges[interval](today);
}

/**
 * Whether a range is what the name stands for, today or yesterday: what a client has read may be
 * written back, also after midnight.
 */
export function isRangeOf(interval: NamedInterval, range: DateRange, today: string): boolean {
  return [today, addDays(today, -1)].some((day) => {
    const { start, end } = resolveInterval(interval, day);
    return start === range.start && end === range.end;
  });
}

export const dateBins = ['cumulative', 'day', 'week', 'month', 'quarter', 'hour'] as const;
export type DateBin = (typeof dateBins)[number];

/** The last day whose bin is over. */
function lastFinishedDay(bin: DateBin, today: string): string {
  if (bin === 'week') return addDays(mondayOf(today), -1);
  if (bin === 'month') return addDays(firstOfMonth(today), -1);
  if (bin === 'quarter') return addDays(firstOfQuarter(today), -1);
  return addDays(today, -1);
}

/**
 * The part of a range that lies in finished bins; null when there is none. Rolling intervals keep
 * their length: on 18 July by days, `last_7_days` is 11 to 17 July and `this_month` 1 to 17 July.
 */
export function finishedPart(
  interval: DateInterval,
  range: DateRange,
  bin: DateBin,
  today: string,
): DateRange | null {
  const finished = lastFinishedDay(bin, today);
  const end = range.end < finished ? range.end : finished;
  const start = rollingStart(interval, addDays(end, 1)) ?? range.start;
  return start <= end ? { start, end } : null;
}

/** Where a rolling interval starts that ends before a day. */
function rollingStart(interval: DateInterval, before: string): string | undefined {
  const [, count, unit] = /^last_(\d+)_(days|months)$/.exec(interval) ?? [];
  if (!unit) return undefined;
  return unit === 'days'
    ? addDays(before, -Number(count))
    : addCalendarMonths(before, -Number(count));
}

/**
 * What a range is compared with: the same days, the fewest months earlier that keep the two apart.
 * 12 to 18 March is compared with 12 to 18 February. Days to come have nothing to be compared with.
 * For a comparison with the year before, the fewest months are 12.
 */
export function previousPeriod(
  range: DateRange,
  today: string,
  fewestMonths = 1,
): DateRange | null {
  const end = range.end < today ? range.end : today;
  if (end < range.start) return null;
  let back = fewestMonths;
  while (addCalendarMonths(end, -back) >= range.start) back += 1;
  return { start: addCalendarMonths(range.start, -back), end: addCalendarMonths(end, -back) };
}
