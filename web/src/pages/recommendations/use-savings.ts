import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useFilters } from './use-filters.js';

/** The savings of the workspace, by the tag that the address names. */
export function useSavings() {
  const workspace = useWorkspace();
  const [{ owner }] = useFilters();
  return useGet(
    '/v2/recommendations/savings',
    { query: { workspace_token: workspace?.token, ...(owner && { tag_key: owner }) } },
    { enabled: workspace !== undefined },
  );
}
