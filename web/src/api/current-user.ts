import { useSearch } from '@tanstack/react-router';
import { readStored, writeStored } from '../lib/stored.js';
import { useGet } from './queries.js';
import { useSession } from './session.js';
import type { Schemas } from './types.js';
import { currentVisit } from './visit.js';

export const useMe = (): Schemas['Me'] | undefined => useGet('/v2/me').data;

/** The user who is logged in; someone who looks into a managed account only reads there. */
export function useCurrentUser(): Schemas['User'] | undefined {
  const user_token = useSession()?.user_token ?? '';
  const visit = currentVisit();
  const enabled = user_token !== '' && !visit;
  const { data } = useGet('/v2/users/{user_token}', { path: { user_token } }, { enabled });
  return visit ? { ...visitor, name: visit.name } : data;
}

const visitor: Schemas['User'] = {
  token: '',
  name: null,
  email: '',
  role: 'Viewer',
  default_dashboard_token: null,
  last_seen_at: null,
};

const roles = ['Viewer', 'Editor', 'Integration Owner', 'Owner'];

/** A role that not every user has. */
export type Role = 'Editor' | 'Integration Owner' | 'Owner';

/** Tells whether the user has at least a role. The API enforces access; this only hides what it would refuse. */
export function useRoleCheck(): (minimum: Role | undefined) => boolean {
  const user = useCurrentUser();
  return (minimum) =>
    minimum === undefined ||
    (user !== undefined && roles.indexOf(user.role) >= roles.indexOf(minimum));
}

/** Whether the user has at least a role. */
export const useHasRole = (minimum: Role): boolean => useRoleCheck()(minimum);

const key = 'workspace';
export const storeWorkspace = (token: string): void => writeStored(key, token);

/** The current workspace: the one in the address, else the last one selected, else the user's default. */
export function useWorkspace(): Schemas['Workspace'] | undefined {
  const me = useMe();
  const search: { workspace?: string } = useSearch({ strict: false });
  return me && workspaceOf(me, search.workspace);
}

/** The same outside of components. */
export function workspaceOf(
  { workspaces, default_workspace_token }: Schemas['Me'],
  named: string | undefined,
): Schemas['Workspace'] | undefined {
  const candidates = [named, readStored(key) as string | undefined, default_workspace_token];
  const find = (token?: string | null) => workspaces.find((each) => each.token === token);
  return candidates.map(find).find(Boolean) ?? workspaces[0];
}
