import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Sorting } from './DataTable.js';

interface ListSearch {
  q?: string;
  page?: string;
  sort?: string;
}

/** Search text, page and sorting of a list, stored in the address so that going back restores them. */
export function useListState() {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: ListSearch, replace = false) =>
    void navigate({ to: '.', search: { ...search, ...next }, replace });
  return {
    text: search.q ?? '',
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    sorting: sortingOf(search.sort),
    search: (text: string) => change({ q: text.trim(), page: '' }, true),
    openPage: (page: number) => change({ page: page === 1 ? '' : String(page) }),
    sort: ({ id, isDescending }: Sorting) =>
      change({ sort: `${isDescending ? '-' : ''}${id}` }, true),
  };
}

/** `-created` is newest first. */
function sortingOf(text = ''): Sorting | undefined {
  const id = text.replace(/^-/, '');
  return id ? { id, isDescending: text.startsWith('-') } : undefined;
}
