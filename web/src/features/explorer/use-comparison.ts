import { today } from '../../lib/dates.js';
import { type Costs, useCosts } from '../costs/use-costs.js';
import { type ExplorerQuery, previousQueryOf } from './explorer-query.js';
import type { Scope } from './scope.js';

interface Comparison {
  /** The query for the previous period; undefined without a comparison. */
  previousQuery: ExplorerQuery | undefined;
  /** Its costs, once they are loaded. */
  previousCosts: Costs | undefined;
}

/** The costs of the previous period. Which days are complete is known once the costs of the query are loaded. */
export function useComparison(
  query: ExplorerQuery,
  scope: Scope,
  costs: Costs | undefined,
): Comparison {
  const previousQuery = costs && previousQueryOf(query, costs.freshness.completeThrough ?? today());
  const { data, isPlaceholderData } = useCosts(
    previousQuery && { ...previousQuery, ...scope, bin: 'quarter' },
  );
  return { previousQuery, previousCosts: previousQuery && !isPlaceholderData ? data : undefined };
}
