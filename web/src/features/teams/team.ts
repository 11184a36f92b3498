import { useCurrentUser, useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';

export type Team = Schemas['Team'];
export type Member = Schemas['TeamMember'];

export const teamsPath = '/v2/teams';
/** Whether it is the team of all users, whose roles are those of the organisation. */
export const isEveryone = (team: Team): boolean => team.name === 'Everyone';

export const teamRoles = [
  { value: 'owner', label: 'Owner' },
  { value: 'editor', label: 'Editor' },
  { value: 'viewer', label: 'Viewer' },
] as const;

export const organisationRoles = [
  teamRoles[0],
  { value: 'integration_owner', label: 'Integration owner' },
  teamRoles[1],
  teamRoles[2],
] as const;

/** All teams. */
export const useTeams = (): Team[] =>
  useGet(teamsPath, { query: { limit: 1000 } }).data?.teams ?? [];

/** The members of a team. */
export const useMembers = (team_token: string) =>
  useGet('/v2/teams/{team_token}/members', { path: { team_token }, query: { limit: 1000 } });

/** Whether the user may change a team: as an owner of the organisation or of the team. */
export function useMayManage(team: Team): boolean {
  const isOwner = useHasRole('Owner');
  const user = useCurrentUser();
  const members = useMembers(team.token).data?.members ?? [];
  const membership = members.find((member) => member.user_token === user?.token);
  return isOwner || membership?.role === 'owner';
}
