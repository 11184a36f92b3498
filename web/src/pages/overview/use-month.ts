import { type CostQuery, useCosts } from '../../features/costs/use-costs.js';
import { addDays, firstOfMonth, today } from '../../lib/dates.js';

/**
 * The running month as far as its days are complete, and the same days of the month before. Where the
 * costs end in an earlier month, that one is shown.
 */
export function useMonth(groupings: readonly string[], { isCompared = true } = {}) {
  const yesterday = addDays(today(), -1);
  const first = useCosts(monthUpTo(yesterday, groupings));
  const complete = first.data?.freshness.completeThrough ?? yesterday;
  const day = complete < yesterday ? complete : yesterday;
  const query = monthUpTo(day, groupings);
  const asked = useCosts(query);
  // Figures of another month would stand under the wrong days.
  const now = { ...asked, data: asked.isPlaceholderData ? undefined : asked.data };
  const earlier = { ...query, ...sameDaysOfLastMonth(day) };
  const before = useCosts(isCompared && now.data ? earlier : undefined);
  return { query, earlier, now, before };
}

const monthUpTo = (day: string, groupings: readonly string[]): CostQuery => ({
  start: firstOfMonth(day),
  end: day,
  bin: 'day',
  groupings,
  filter: '',
});

/** The same days of the month before, for a month that is not over. */
function sameDaysOfLastMonth(day: string) {
  const start = firstOfMonth(day, -1);
  const end = addDays(start, Number(day.slice(8)) - 1);
  const last = addDays(firstOfMonth(day), -1);
  return { start, end: end < last ? end : last };
}
