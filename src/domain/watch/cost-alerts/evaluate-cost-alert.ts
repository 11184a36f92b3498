import type { CostAlertInterval, CostAlertUnit } from '../../../platform/store/tables.js';
import type { DecimalValue } from '../../../platform/lib/decimal.js';
import { type CostChange, compareIntervals } from './compare-intervals.js';
import {
  lastCompleteInterval,
  shiftInterval,
  startOfInterval,
  testedIntervals,
} from './intervals.js';
import type { ReportCosts } from './report-costs.js';

/** When a change counts. */
export interface CostAlertThreshold {
  unit_type: CostAlertUnit;
  /** A percentage, or an amount in the currency of the workspace. */
  threshold: DecimalValue;
  /** Smallest change in money that a percentage counts from. */
  minimum_threshold: DecimalValue | null;
}

export interface CostAlertRule extends CostAlertThreshold {
  interval: CostAlertInterval;
  /** Day of the last change of what the alert tests. */
  armedOn: string;
}

/** All changes between the intervals of a report that are tested today. */
export const changesToTest = (
  costs: ReportCosts,
  interval: CostAlertInterval,
  today: string,
): CostChange[] =>
  compareIntervals(
    costs,
    interval,
    testedIntervals(interval, { today, completeThrough: costs.completeThrough }),
    today,
  );

/**
 * The changes that an alert reports. An alert tests the interval in which it was armed and the last one
 * that was complete then, and all later ones. Rules of the same report and interval share `changes`.
 *
 * 15 % of at least 50.00: from 400.00 to 460.00 is due, from 100.00 to 118.00 is not.
 */
export function evaluateCostAlert(
  rule: CostAlertRule,
  costs: ReportCosts,
  today: string,
  changes: readonly CostChange[] = changesToTest(costs, rule.interval, today),
): CostChange[] {
  if (costs.completeThrough === null) return [];
  const { interval, armedOn } = rule;
  const beforeArming = shiftInterval(interval, startOfInterval(interval, armedOn), -1);
  const lastComplete = lastCompleteInterval(interval, costs.completeThrough);
  const first = beforeArming < lastComplete ? beforeArming : lastComplete;
  return changes.filter((change) => change.start >= first && isReached(rule, change));
}

/** Whether a change reaches the threshold; nothing is a percentage of 0. */
export function isReached(
  { unit_type, threshold, minimum_threshold }: CostAlertThreshold,
  { change, previous }: Pick<CostChange, 'change' | 'previous'>,
): boolean {
  const size = change.abs();
  if (unit_type === 'currency') return size.greaterThanOrEqualTo(threshold);
  return (
    !previous.isZero() &&
    size.times(100).greaterThanOrEqualTo(previous.abs().times(threshold)) &&
    (minimum_threshold === null || size.greaterThanOrEqualTo(minimum_threshold))
  );
}
