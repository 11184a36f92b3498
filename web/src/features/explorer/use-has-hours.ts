import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getQuery } from '../../api/queries.js';
import { useParametersOf } from '../costs/use-costs.js';
import type { ExplorerQuery } from './explorer-query.js';
import type { Scope } from './scope.js';

/** Whether some costs of a query are billed by the hour. */
export function useHasHours(query: ExplorerQuery, scope: Scope): boolean {
  const parameters = useParametersOf()({ ...query, ...scope, groupings: [], bin: 'day' });
  const { data } = useQuery({
    ...getQuery('/v2/costs/date_bins', { query: parameters ?? {} }),
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
  return data?.date_bins.includes('hour') ?? false;
}
