import { Menu } from '@mantine/core';
import { asProblem } from '../../api/problem.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import type { Schemas } from '../../api/types.js';
import { useObjectNames } from '../../features/objects/use-object-names.js';
import { useTeams } from '../../features/teams/team.js';
import { kindOfObject } from '../../api/object-kinds.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { toast } from '../../parts/toasts.js';

type AccessGrant = Schemas['AccessGrant'];

const path = '/v2/access_grants';

async function toggleAccess({ token, access }: AccessGrant): Promise<void> {
  const opposite = access === 'allowed' ? 'denied' : 'allowed';
  try {
    await api.put('/v2/access_grants/{access_grant_token}', {
      path: { access_grant_token: token },
      body: { access: opposite },
    });
    toast(`Access is now ${opposite}.`);
  } catch (failure) {
    toast(asProblem(failure).message);
  }
  await invalidate(path);
}

export function AccessGrants() {
  const isOwner = useHasRole('Owner');
  const teams = useTeams();
  const { data } = useGet(path);
  const nameOf = useObjectNames(data?.access_grants.map((grant) => grant.resource_token) ?? []);
  const objectOf = (token: string) => `${kindOfObject(token)} “${nameOf(token)}”`;
  const teamOf = (row: AccessGrant) =>
    teams.find(({ token }) => token === row.team_token)?.name ?? 'Team';
  const columns: Column<AccessGrant>[] = [
    {
      id: 'object',
      header: 'Object',
      cell: (row) => objectOf(row.resource_token),
      sort: (row) => objectOf(row.resource_token),
    },
    { id: 'team', header: 'Team', cell: teamOf, sort: teamOf },
    {
      id: 'access',
      header: 'Access',
      cell: (row) => (row.access === 'allowed' ? 'Allowed' : 'Denied'),
      sort: (row) => row.access,
    },
    {
      id: 'created',
      header: 'Created',
      cell: (row) => <MomentText moment={row.created_at} />,
      sort: (row) => row.created_at,
    },
  ];
  return (
    <ListPage
      title="Access grants"
      text="Exceptions to the workspace access of a team: one object, allowed or denied."
      kind="access grant"
      path={path}
      rows="access_grants"
      columns={columns}
      create={isOwner ? { label: 'New access grant', to: '/access-grants/new' } : undefined}
      empty={{
        title: 'No access grants',
        text: 'Teams see everything in their workspaces. Deny a team one report, or allow it one from a workspace that it has no access to.',
      }}
      {...(isOwner
        ? {
            titleToDelete: (row: AccessGrant) => objectOf(row.resource_token),
            actions: (row: AccessGrant) => (
              <Menu.Item onClick={() => void toggleAccess(row)}>
                {row.access === 'allowed' ? 'Deny' : 'Allow'}
              </Menu.Item>
            ),
          }
        : {})}
    />
  );
}
