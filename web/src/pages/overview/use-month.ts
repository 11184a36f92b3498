import { previousPeriod } from '../../../../src/platform/lib/date-intervals.js';
import { type CostQuery, useCosts } from '../../features/costs/use-costs.js';
import { addDays, firstOfMonth, today } from '../../lib/dates.js';

/**
 * The complete days of the current month, and the same days of the month before. Where costs end in an
 * earlier month, that month is used instead.
 */
export function useMonth(groupings: readonly string[], { isCompared = true } = {}) {
  const yesterday = addDays(today(), -1);
  const first = useCosts(monthUpTo(yesterday, groupings));
  const completeThrough = first.data?.freshness.completeThrough ?? yesterday;
  const day = completeThrough < yesterday ? completeThrough : yesterday;
  const query = monthUpTo(day, groupings);
  const costs = useCosts(query);
  // Placeholder data may be that of another month.
  const current = { ...costs, data: costs.isPlaceholderData ? undefined : costs.data };
  const previousQuery = { ...query, ...previousPeriod(query, day) };
  const previous = useCosts(isCompared && current.data ? previousQuery : undefined);
  return { query, previousQuery, current, previous };
}

const monthUpTo = (day: string, groupings: readonly string[]): CostQuery => ({
  start: firstOfMonth(day),
  end: day,
  bin: 'day',
  groupings,
  filter: '',
});
