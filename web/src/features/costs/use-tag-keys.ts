import { useDebouncedValue } from '@mantine/hooks';
import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';

/** Tag keys to choose from, preferred ones first, and whether they are loaded; none for users who may not list tags. */
export function useTagList(): { keys: string[]; isLoaded: boolean } {
  const user = useCurrentUser();
  const { keys, isLoaded, mayList } = useTags({ limit: 1000 });
  return { keys, isLoaded: user !== undefined && (isLoaded || !mayList) };
}

const searchDelayMs = 200;
const maxFound = 100;

/** Tag keys that contain a text. Users who may not list tags can name any key. */
export function useTagSearch(text: string): string[] {
  const [search] = useDebouncedValue(text, searchDelayMs);
  const { keys, mayList } = useTags({
    limit: maxFound,
    ...(search && { search_query: search }),
  });
  return mayList || text === '' ? keys : [text];
}

function useTags(query: { limit: number; search_query?: string }) {
  const mayList = useHasRole('Integration Owner');
  const { data } = useGet('/v2/tags', { query }, { enabled: mayList });
  const keys = (data?.tags ?? [])
    .filter(({ hidden }) => !hidden)
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .map(({ tag_key: key }) => key);
  return { keys, mayList, isLoaded: data !== undefined };
}
