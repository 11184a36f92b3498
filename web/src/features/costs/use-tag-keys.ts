import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole, useOwnUser } from '../../api/who.js';

interface Tag {
  tag_key: string;
  hidden: boolean;
  preferred: boolean;
}

/** Tag keys to choose from, preferred ones first; nothing for those who may not list tags. */
export const useTagKeys = (): string[] => useTagList().keys;

export function useTagList(): { keys: string[]; isKnown: boolean } {
  const user = useOwnUser();
  const mayList = useHasRole('Integration Owner');
  const { data } = useGet<ListAnswer>('/v2/tags', { limit: 1000 }, { enabled: mayList });
  const tags = ((data?.['tags'] ?? []) as Tag[]).filter(({ hidden }) => !hidden);
  const keys = tags
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .map(({ tag_key: key }) => key);
  return { keys, isKnown: user !== undefined && (data !== undefined || !mayList) };
}
