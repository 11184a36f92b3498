import { useNavigate, useSearch } from '@tanstack/react-router';
import { storeWorkspace } from '../api/current-user.js';
import { queryClient } from '../api/queries.js';

/** Switches to another workspace; the page stays. */
export function useSelectWorkspace(): (token: string) => void {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return (token) => {
    storeWorkspace(token);
    void navigate({ to: '.', search: { ...search, workspace: token } });
    void queryClient.invalidateQueries();
  };
}
