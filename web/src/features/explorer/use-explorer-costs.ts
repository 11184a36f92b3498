import { useCallback } from 'react';
import { queryClient } from '../../api/queries.js';
import {
  type CompareTo,
  type CostSeries,
  costSeriesQuery,
  useCostSeries,
} from '../costs/use-cost-series.js';
import { type Costs, costsQuery, useCosts, useParametersOf } from '../costs/use-costs.js';
import type { Comparison, ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

/** The answer to a query: series of costs, or rows of usage and counts, which have no common sum. */
export type ExplorerCosts = CostSeries | Costs;

export const isSeries = (costs: ExplorerCosts): costs is CostSeries => 'groups' in costs;

export const compareTo: Record<Comparison, CompareTo | undefined> = {
  previous: 'previous_period',
  year: 'previous_year',
  none: undefined,
};

/** What the query of the explorer returns. */
export function useExplorerCosts(query: ExplorerQuery, scope: Scope) {
  const parametersOf = useParametersOf();
  const scoped = { ...query, ...scope };
  const bySeries = query.measure === 'cost';
  const series = useCostSeries(
    bySeries ? parametersOf(scoped) : undefined,
    compareTo[query.compare],
  );
  const rows = useCosts(bySeries ? undefined : scoped);
  return bySeries ? series : rows;
}

/** Sends a query before the page renders it. */
export function usePrefetch(): (query: ExplorerQuery, scope: Scope) => void {
  const parametersOf = useParametersOf();
  return useCallback(
    (query, scope) => {
      const parameters = parametersOf({ ...query, ...scope });
      if (!parameters) return;
      if (query.measure !== 'cost') void queryClient.prefetchQuery(costsQuery(parameters));
      else void queryClient.prefetchQuery(costSeriesQuery(parameters, compareTo[query.compare]));
    },
    [parametersOf],
  );
}
