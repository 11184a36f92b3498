import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { type Filters, filtersOf, isOfViews, type View } from './filters.js';

export const viewsPath = '/v2/recommendation_views';

/** The saved views of the workspace. */
export function useViews() {
  const workspace = useWorkspace();
  return useGet(
    viewsPath,
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
}

/** The view in the address; undefined for none, and while views are not read. */
export function useView(): View | undefined {
  const search: Filters = useSearch({ strict: false });
  const { data } = useViews();
  return data?.recommendation_views.find(({ token }) => token === search.view);
}

/**
 * The filters in the address, or those of the view that it names, and how to change them; a change returns
 * to the first page.
 */
export function useFilters(): [Filters, (change: Filters) => void] {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useView();
  const filters = view && !search.changed ? { ...search, ...filtersOf(view) } : search;
  const change = (next: Filters) => {
    // What a view stores is not repeated in the address while nothing of it was changed.
    const changed = isOfViews(next)
      ? {
          ...filters,
          changed: view ? '1' : '',
          // A category is a choice of types.
          ...(next.category && { type: '' }),
        }
      : search;
    void navigate({
      to: '.',
      search: { ...changed, ...next, page: '' },
      replace: true,
      resetScroll: false,
    });
  };
  return [filters, change];
}

/** Opens a view with its own filters, or none; a step of the browser's history. */
export function useOpenView(): (token: string) => void {
  const { show = '', owner = '', group = '' }: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  return (token) =>
    void navigate({ to: '.', search: { show, owner, group, view: token }, resetScroll: false });
}
