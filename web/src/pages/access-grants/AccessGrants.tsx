import { Menu } from '@mantine/core';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { changed } from '../../api/queries.js';
import { useHasRole } from '../../api/who.js';
import { useTeams } from '../../features/teams/team.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { toast } from '../../parts/toasts.js';
import { useGrantable } from './grantable.js';

interface AccessGrant {
  token: string;
  resource_token: string;
  access: 'allowed' | 'denied';
  team_token: string | null;
  created_at: string;
}

const path = '/v2/access_grants';
const opposite = { allowed: 'denied', denied: 'allowed' } as const;

async function turn({ token, access }: AccessGrant): Promise<void> {
  try {
    await api.put(`${path}/${token}`, { access: opposite[access] });
    toast(`Access is now ${opposite[access]}.`);
  } catch (failure) {
    toast(asProblem(failure).message);
  }
  await changed(path);
}

export function AccessGrants() {
  const isOwner = useHasRole('Owner');
  const teams = useTeams();
  const grantable = useGrantable();
  const objectOf = (token: string): string => {
    for (const { kind, objects } of grantable) {
      const found = objects.find((each) => each.token === token);
      if (found) return `${kind} “${found.title}”`;
    }
    return token;
  };
  const teamOf = (row: AccessGrant) =>
    teams.find(({ token }) => token === row.team_token)?.name ?? row.team_token ?? '';
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
      header: 'Since',
      cell: (row) => <MomentText moment={row.created_at} />,
      sort: (row) => row.created_at,
    },
  ];
  return (
    <ListPage<AccessGrant>
      title="Access grants"
      text="Exceptions to what a team may see through its workspaces: one object, allowed or denied."
      kind="access grant"
      path={path}
      rows="access_grants"
      columns={columns}
      create={isOwner ? { label: 'New access grant', to: '/access-grants/new' } : undefined}
      empty={{
        title: 'There are no access grants',
        text: 'Teams see all that lies in their workspaces. Deny a team one report, or allow it one from a workspace it does not reach.',
      }}
      {...(isOwner
        ? {
            titleToDelete: (row: AccessGrant) => objectOf(row.resource_token),
            actions: (row: AccessGrant) => (
              <Menu.Item onClick={() => void turn(row)}>
                {row.access === 'allowed' ? 'Deny' : 'Allow'}
              </Menu.Item>
            ),
          }
        : {})}
    />
  );
}
