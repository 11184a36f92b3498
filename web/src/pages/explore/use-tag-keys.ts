import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole } from '../../api/who.js';

interface Tag {
  tag_key: string;
  hidden: boolean;
  preferred: boolean;
}

/** Tag keys to choose from, preferred ones first; nothing for those who may not list tags. */
export function useTagKeys(): string[] {
  const mayList = useHasRole('Integration Owner');
  const { data } = useGet<ListAnswer>('/v2/tags', { limit: 1000 }, { enabled: mayList });
  const tags = ((data?.['tags'] ?? []) as Tag[]).filter(({ hidden }) => !hidden);
  return tags
    .toSorted((one, other) => Number(other.preferred) - Number(one.preferred))
    .map(({ tag_key: key }) => key);
}
