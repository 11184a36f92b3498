import { useGet } from '../../api/queries.js';
import { useCostParameters } from '../../features/costs/use-costs.js';

/** Costs by tag key, of all costs that the explorer shows without a filter. */
export function useTagCosts(
  { start, end }: { start: string; end: string },
  { text, page }: { text: string; page: number },
) {
  const parameters = useCostParameters({ start, end, bin: 'day', groupings: [], filter: '' });
  return useGet(
    '/v2/costs/tags',
    {
      query: {
        workspace_token: parameters?.workspace_token,
        filter: parameters?.filter,
        start_date: start,
        end_date: end,
        search_query: text || undefined,
        page,
        limit: 100,
      },
    },
    { enabled: parameters !== undefined },
  );
}
