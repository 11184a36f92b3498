import type { CostAlertInterval } from '../../../platform/store/tables.js';
import { addDays, firstOfMonth } from '../../../platform/lib/days.js';
import type { Decimal } from '../../../platform/lib/decimal.js';
import { endOfInterval, shiftInterval } from './intervals.js';
import { type GroupCosts, type ReportCosts, lastDayBetween, sumBetween } from './report-costs.js';

/** How the costs of a group changed from one interval to the next. */
export interface CostChange {
  group: GroupCosts;
  interval: CostAlertInterval;
  /** First days of the interval and of the one before it. */
  start: string;
  previousStart: string;
  previous: Decimal;
  current: Decimal;
  change: Decimal;
  /** Last day of the interval with costs. */
  triggeredOn: string;
}

/**
 * The changes of all groups that can be reported, of the intervals that begin on the given days, with costs
 * through today. They depend on no rule, so that all rules of a report and interval share them.
 *
 * An interval that is not complete can only show a rise: a partial sum proves no drop, and nothing against
 * credits that are still to come. An interval before the first bill is unknown and not 0, so nothing is
 * compared with it, nor with a quarter of which the first bills are missing.
 */
export function compareIntervals(
  costs: ReportCosts,
  interval: CostAlertInterval,
  starts: readonly string[],
  today: string,
): CostChange[] {
  const { firstDay, completeThrough } = costs;
  if (firstDay === null) return [];
  return starts.flatMap((start) => {
    const previousStart = shiftInterval(interval, start, -1);
    const previousEnd = addDays(start, -1);
    if (previousEnd < firstDay) return [];
    if (interval === 'quarter' && previousStart < firstOfMonth(firstDay)) return [];
    const end = endOfInterval(interval, start);
    const through = end < today ? end : today;
    const isComplete = completeThrough !== null && end <= completeThrough;
    const triggeredOn = lastDayBetween(costs.days, start, through) ?? through;
    return costs.groups.flatMap((group) => {
      const previous = sumBetween(group, previousStart, previousEnd);
      const current = sumBetween(group, start, through);
      const change = current.minus(previous);
      if (change.isZero()) return [];
      if (!isComplete && (change.isNegative() || previous.isNegative())) return [];
      return [{ group, interval, start, previousStart, previous, current, change, triggeredOn }];
    });
  });
}
