import type { Row } from '../../../platform/kernel/rows.js';
import type { DateRange } from '../../../platform/lib/date-intervals.js';
import {
  addDays,
  daysIn,
  firstOfMonth,
  lastOfMonth,
  mondayOf,
} from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Frequency } from './report-notification.js';

/** What a notification reports on one day. */
export interface ScheduledRun {
  /** The day that it is sent on. */
  day: string;
  period: DateRange;
  previous: DateRange;
}

/** From this hour on, a period is reported whether its costs are complete or not. */
const latestHour = 12;

/**
 * The last run that was scheduled for today or earlier. After a downtime only this one is made up for:
 * older periods are history that the report shows better than a pile of messages.
 */
export function latestRun(frequency: Frequency, today: string): ScheduledRun {
  if (frequency === 'daily') {
    const [day, before] = [addDays(today, -1), addDays(today, -2)];
    return {
      day: today,
      period: { start: day, end: day },
      previous: { start: before, end: before },
    };
  }
  if (frequency === 'weekly') {
    const day = mondayOf(today);
    const week = (weeksAgo: number) => ({
      start: addDays(day, -7 * weeksAgo),
      end: addDays(day, -7 * weeksAgo + 6),
    });
    return { day, period: week(1), previous: week(2) };
  }
  const second = addDays(firstOfMonth(today), 1);
  const day = second <= today ? second : addDays(firstOfMonth(today, -1), 1);
  const month = (monthsLater: number) => ({
    start: firstOfMonth(day, monthsLater),
    end: lastOfMonth(day, monthsLater),
  });
  return { day, period: month(-1), previous: month(-2) };
}

/**
 * The run that is to be sent now, unless it has been: once the costs of its last day are complete, and at
 * noon of its day at the latest.
 */
export function dueRun(
  rule: { frequency: Frequency; first_run_on: string },
  now: Date,
  completeThrough: string | null,
): ScheduledRun | undefined {
  const run = latestRun(rule.frequency, formatDate(now));
  if (run.day < rule.first_run_on) return undefined;
  const isComplete = completeThrough !== null && completeThrough >= run.period.end;
  const noon = Date.parse(run.day) + latestHour * 3_600_000;
  return isComplete || now.getTime() >= noon ? run : undefined;
}

/**
 * The days of a run that can be compared: the whole periods, or as many days from the beginning of both
 * as are complete. Undefined if costs of the first day are missing.
 */
export function comparedDays(
  { period, previous }: ScheduledRun,
  covered: DateRange,
): { current: DateRange; previous: DateRange } | undefined {
  if (covered.start > period.start || covered.end < period.start) return undefined;
  if (covered.end >= period.end) return { current: period, previous };
  const complete = daysIn({ start: period.start, end: covered.end });
  const days = Math.min(complete, daysIn(previous));
  const first = ({ start }: DateRange) => ({ start, end: addDays(start, days - 1) });
  return { current: first(period), previous: first(previous) };
}

type Schedule = Pick<Row<'report_notifications'>, 'frequency' | 'first_run_on'>;

/**
 * From which day on a rule is sent, as its columns: from the day after it is created, and not on a day that
 * passed before its frequency was changed.
 */
export function firstRun(
  frequency: Frequency | undefined,
  current: Schedule | undefined,
  now: Date,
): Partial<Schedule> {
  const today = formatDate(now);
  if (!current) return { first_run_on: addDays(today, 1) };
  const isRescheduled = frequency !== undefined && frequency !== current.frequency;
  return isRescheduled && today > current.first_run_on ? { first_run_on: today } : {};
}
