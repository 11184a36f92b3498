import { useSearch } from '@tanstack/react-router';
import { readKept, writeKept } from '../lib/kept.js';
import { useGet } from './queries.js';
import { useSession } from './session.js';

export interface Workspace {
  token: string;
  name: string;
  currency: string;
}

interface Me {
  default_workspace_token: string | null;
  default_dashboard_token: string | null;
  workspaces: Workspace[];
}

export interface User {
  token: string;
  name: string | null;
  email: string;
  role: string;
}

export const useMe = () => useGet<Me>('/v2/me').data;

/** The person signed in. */
export function useOwnUser(): User | undefined {
  const token = useSession()?.user_token ?? '';
  return useGet<User>(`/v2/users/${token}`, undefined, { enabled: token !== '' }).data;
}

const roles = ['Viewer', 'Editor', 'Integration Owner', 'Owner'];

/** Whether the person has at least a role; the API decides, this only leaves out what it would refuse. */
export function useHasRole(least: 'Editor' | 'Integration Owner' | 'Owner'): boolean {
  const user = useOwnUser();
  return user !== undefined && roles.indexOf(user.role) >= roles.indexOf(least);
}

const key = 'workspace';
export const keepWorkspace = (token: string): void => writeKept(key, token);

/** The workspace shown: the one in the address, else the last one chosen, else the person's usual one. */
export function useWorkspace(): Workspace | undefined {
  const me = useMe();
  const search: { workspace?: string } = useSearch({ strict: false });
  const wanted = [
    search.workspace,
    readKept(key) as string | undefined,
    me?.default_workspace_token,
  ];
  const find = (token?: string | null) => me?.workspaces.find((each) => each.token === token);
  return wanted.map(find).find(Boolean) ?? me?.workspaces[0];
}
