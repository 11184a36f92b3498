import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getWithHeaders } from '../../api/client.js';
import { type Freshness, publishFreshness, readFreshness } from '../../api/freshness.js';
import type { Answer, QueryOf } from '../../api/types.js';
import type { CostParameters } from './use-costs.js';

/** The range that series are compared with; empty for none. */
export type CompareTo = Pick<
  QueryOf<'/v2/costs/series'>,
  'compare_to' | 'compare_start_date' | 'compare_end_date'
>;

/** The largest groups of costs as series, all others together, and the total. */
export interface CostSeries extends Answer<'/v2/costs/series'> {
  freshness: Freshness;
}

/** As many groups as a table shows; the API adds up all others. */
export const maxGroups = 500;

/** Which groups are read, and in which order. */
export type GroupList = Pick<QueryOf<'/v2/costs/series'>, 'page' | 'search' | 'order_by' | 'order'>;

export const costSeriesQuery = (
  parameters: CostParameters | undefined,
  compareTo: CompareTo = {},
  limit = maxGroups,
  list: GroupList = {},
) => {
  const query = { ...parameters, limit, ...compareTo, ...list };
  return queryOptions({
    queryKey: ['/v2/costs/series', query],
    queryFn: async ({ signal }): Promise<CostSeries> => {
      const { body, headers } = await getWithHeaders('/v2/costs/series', { query, signal });
      const freshness = readFreshness(headers);
      publishFreshness(freshness);
      return { ...body, freshness };
    },
  });
};

/** The series that match a query; undefined parameters query nothing. */
export function useCostSeries(parameters: CostParameters | undefined, compareTo?: CompareTo) {
  return useQuery({
    ...costSeriesQuery(parameters, compareTo),
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
}
