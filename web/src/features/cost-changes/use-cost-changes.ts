import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getWithHeaders } from '../../api/client.js';
import { publishFreshness, readFreshness } from '../../api/freshness.js';
import type { Answer } from '../../api/types.js';
import { useCostParameters } from '../costs/use-costs.js';
import type { ChangesQuery } from './changes-query.js';

export type CostChanges = Answer<'/v2/costs/changes'>;
export type Driver = CostChanges['drivers'][number];
export type Period = NonNullable<CostChanges['before']>;

/** As many drivers as a waterfall can show. */
const driversPerPage = 10;

/** What changed between the periods of a query. */
export function useCostChanges({ compare, page, perDay, ...rest }: ChangesQuery) {
  const parameters = useCostParameters({ ...rest, bin: 'day' });
  const compared =
    typeof compare === 'string'
      ? ({ compare_to: compare === 'year' ? 'previous_year' : 'previous_period' } as const)
      : { compare_start_date: compare.start, compare_end_date: compare.end };
  const query = {
    ...parameters,
    ...compared,
    ...(perDay && { per_day: true }),
    page,
    limit: driversPerPage,
  };
  return useQuery({
    queryKey: ['/v2/costs/changes', query],
    queryFn: async ({ signal }): Promise<CostChanges> => {
      const { body, headers } = await getWithHeaders('/v2/costs/changes', { query, signal });
      publishFreshness(readFreshness(headers));
      return body;
    },
    enabled: parameters !== undefined,
    placeholderData: keepPreviousData,
  });
}
