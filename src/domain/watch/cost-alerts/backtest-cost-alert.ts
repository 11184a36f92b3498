import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { addDays } from '../../../platform/lib/days.js';
import { type CostChange, compareIntervals } from './compare-intervals.js';
import { type CostAlertRule, isReached } from './evaluate-cost-alert.js';
import { startOfInterval } from './intervals.js';
import type { ReportCosts } from './report-costs.js';

/** What an alert would have reported when the costs of a day had arrived. */
export interface BacktestDay {
  date: string;
  changes: CostChange[];
}

/**
 * The days on which an alert would have reported something, and what, if the costs of each day had arrived
 * whole right after it. Each group is reported once per interval, as by the job.
 */
export function backtestCostAlert(
  rule: Omit<CostAlertRule, 'armedOn'>,
  costs: ReportCosts,
  { start, end }: DateRange,
): BacktestDay[] {
  const { interval } = rule;
  const days: BacktestDay[] = [];
  const reported = new Set<string>();
  const last = costs.completeThrough ?? '';
  for (let date = start; date <= end; date = addDays(date, 1)) {
    const known = { ...costs, completeThrough: date < last ? date : last };
    const at = startOfInterval(interval, date);
    if (at === date) reported.clear();
    const changes = compareIntervals(known, interval, [at], date).filter(
      (change) => isReached(rule, change) && !reported.has(change.group.key),
    );
    for (const { group } of changes) reported.add(group.key);
    if (changes.length > 0) days.push({ date, changes });
  }
  return days;
}
