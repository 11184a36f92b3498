import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';

/** Tag keys to choose from, preferred ones first; none for users who may not list tags. */
export const useTagKeys = (): string[] => useTagList().keys;

/** The same keys, and whether they are loaded. */
export function useTagList(): { keys: string[]; isLoaded: boolean } {
  const user = useCurrentUser();
  const mayList = useHasRole('Integration Owner');
  const { data } = useGet('/v2/tags', { query: { limit: 1000 } }, { enabled: mayList });
  const keys = (data?.tags ?? [])
    .filter(({ hidden }) => !hidden)
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .map(({ tag_key: key }) => key);
  return { keys, isLoaded: user !== undefined && (data !== undefined || !mayList) };
}
