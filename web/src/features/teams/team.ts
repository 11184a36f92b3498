import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole, useOwnUser } from '../../api/who.js';

export interface Team {
  token: string;
  name: string;
  description: string | null;
  workspace_tokens: string[];
  user_tokens: string[];
  default_dashboard_token: string | null;
}

export interface Member {
  name: string;
  email: string;
  user_token: string;
  role: string;
}

export const teamsPath = '/v2/teams';
/** Everybody is in it, and its roles are those of the organisation. */
export const isEveryone = (team: Team): boolean => team.name === 'Everyone';

export const teamRoles = [
  { value: 'owner', label: 'Owner' },
  { value: 'editor', label: 'Editor' },
  { value: 'viewer', label: 'Viewer' },
];

export const organisationRoles = [
  teamRoles[0]!,
  { value: 'integration_owner', label: 'Integration owner' },
  ...teamRoles.slice(1),
];

export const useTeams = () =>
  useGet<ListAnswer & { teams: Team[] }>(teamsPath, { limit: 1000 }).data?.teams ?? [];

export const useMembers = (team: string) =>
  useGet<ListAnswer & { members: Member[] }>(`${teamsPath}/${team}/members`, { limit: 1000 });

/** Owners of the organisation and of the team itself change it. */
export function useMayManage(team: Team): boolean {
  const isOwner = useHasRole('Owner');
  const user = useOwnUser();
  const members = useMembers(team.token).data?.members ?? [];
  const own = members.find((member) => member.user_token === user?.token);
  return isOwner || own?.role === 'owner';
}
