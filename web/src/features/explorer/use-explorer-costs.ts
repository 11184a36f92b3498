import { useCallback } from 'react';
import { queryClient } from '../../api/queries.js';
import {
  type CompareTo,
  type CostSeries,
  costSeriesQuery,
  useCostSeries,
} from '../costs/use-cost-series.js';
import { type Costs, costsQuery, useCosts, useParametersOf } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

/** The answer to a query: series of costs, or rows of usage and counts, which have no common sum. */
export type ExplorerCosts = CostSeries | Costs;

export const isSeries = (costs: ExplorerCosts): costs is CostSeries => 'groups' in costs;

/** The range that a query is compared with. */
export function compareTo({ compare, compareRange }: ExplorerQuery): CompareTo {
  if (compare === 'previous') return { compare_to: 'previous_period' };
  if (compare === 'year') return { compare_to: 'previous_year' };
  if (compare === 'none' || !compareRange) return {};
  return { compare_start_date: compareRange.start, compare_end_date: compareRange.end };
}

/** What the query of the explorer returns. */
export function useExplorerCosts(query: ExplorerQuery, scope: Scope) {
  const parametersOf = useParametersOf();
  const scoped = { ...query, ...scope };
  const bySeries = query.measure === 'cost';
  const parameters = bySeries ? parametersOf(scoped) : undefined;
  if (parameters) requestWhileRendering(costSeriesQuery(parameters, compareTo(query)));
  const series = useCostSeries(parameters, compareTo(query));
  const rows = useCosts(bySeries ? undefined : scoped);
  return bySeries ? series : rows;
}

/** Sends the first request of a page while it is rendered, not only afterwards. */
function requestWhileRendering(options: ReturnType<typeof costSeriesQuery>): void {
  if (queryClient.getQueryState(options.queryKey) === undefined) {
    void queryClient.prefetchQuery(options);
  }
}

/** Sends a query before the page renders it. */
export function usePrefetch(): (query: ExplorerQuery, scope: Scope) => void {
  const parametersOf = useParametersOf();
  return useCallback(
    (query, scope) => {
      const parameters = parametersOf({ ...query, ...scope });
      if (!parameters) return;
      if (query.measure !== 'cost') void queryClient.prefetchQuery(costsQuery(parameters));
      else void queryClient.prefetchQuery(costSeriesQuery(parameters, compareTo(query)));
    },
    [parametersOf],
  );
}
