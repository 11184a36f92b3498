import { useMemo } from 'react';
import { type CostSeries, useCostSeries } from '../../features/costs/use-cost-series.js';
import { type CostQuery, useCostParameters } from '../../features/costs/use-costs.js';
import { addDays, firstOfMonth, lastOfMonth, today } from '../../lib/dates.js';

export interface Month {
  query: CostQuery;
  costs: CostSeries;
}

/**
 * The costs of the month of the last complete day, compared with the month before as the explorer does.
 * Days after the last complete one are part of the total, and shown as incomplete.
 */
export function useMonth(grouping: string, { isCompared = true } = {}) {
  const yesterday = addDays(today(), -1);
  const first = useSeries(useMonthOf(yesterday, grouping), isCompared);
  const through = first.data?.complete_through ?? yesterday;
  const query = useMonthOf(through < yesterday ? through : yesterday, grouping);
  const costs = useSeries(query, isCompared);
  // Placeholder data may be that of another month.
  const data = costs.isPlaceholderData ? undefined : costs.data;
  const month = useMemo(() => data && { query, costs: data }, [data, query]);
  return { month, error: costs.error, refetch: costs.refetch };
}

function useSeries(query: CostQuery, isCompared: boolean) {
  const parameters = useCostParameters(query);
  const compared = parameters && { ...parameters, compare_to: 'previous_period' };
  return useCostSeries(isCompared ? compared : parameters);
}

/** The month of a day, up to today. */
function useMonthOf(day: string, grouping: string): CostQuery {
  const now = today();
  return useMemo(() => {
    const last = lastOfMonth(day);
    const end = last < now ? last : now;
    return { start: firstOfMonth(day), end, bin: 'day', groupings: [grouping], filter: '' };
  }, [day, grouping, now]);
}
