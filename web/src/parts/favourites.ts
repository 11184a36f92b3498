import { api } from '../api/client.js';
import { useWorkspace } from '../api/current-user.js';
import { kindOfToken } from '../api/object-kinds.js';
import { asProblem } from '../api/problem.js';
import { invalidate, useGet } from '../api/queries.js';
import type { Schemas } from '../api/types.js';
import { currentVisit } from '../api/visit.js';
import { toast } from './toasts.js';

const path = '/console/favourites';

/** Favourites are the user's own, so there are none in an account that is only looked into. */
export const canBeFavourite = (token: string): boolean =>
  !currentVisit() && kindOfToken(token)?.canBeFavourite === true;

/** The user's favourites in the current workspace. */
export function useFavourites(): Schemas['Favourite'][] {
  const workspace = useWorkspace()?.token;
  const query = { workspace_token: workspace };
  return (
    useGet(path, { query }, { enabled: workspace !== undefined && !currentVisit() }).data
      ?.favourites ?? []
  );
}

/** Marks or unmarks an object. */
export function useSetFavourite() {
  const query = { workspace_token: useWorkspace()?.token };
  return async (token: string, isFavourite: boolean): Promise<void> => {
    const input = { path: { object_token: token }, query };
    try {
      if (isFavourite) await api.put(`${path}/{object_token}`, input);
      else await api.delete(`${path}/{object_token}`, input);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    await invalidate(path);
  };
}
