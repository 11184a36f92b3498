import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole, useMe } from '../../api/current-user.js';
import { type Team, isEveryone, teamsPath } from '../../features/teams/team.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';

const columns: Column<Team>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: (row) => row.name,
    cell: (row) => (
      <Anchor component={Link} to={`/teams/${row.token}`}>
        {row.name}
      </Anchor>
    ),
  },
  { id: 'description', header: 'Description', cell: (row) => row.description },
  {
    id: 'members',
    header: 'Members',
    isNumeric: true,
    cell: (row) => row.user_tokens.length,
    sort: (row) => row.user_tokens.length,
  },
];

export function Teams() {
  const isOwner = useHasRole('Owner');
  const workspaces = useMe()?.workspaces ?? [];
  const workspaceColumn: Column<Team> = {
    id: 'workspaces',
    header: 'Workspaces',
    cell: (row) =>
      workspaces
        .filter(({ token }) => row.workspace_tokens.includes(token))
        .map(({ name }) => name)
        .join(', '),
  };
  return (
    <ListPage
      title="Teams"
      text="A team gives its members access to workspaces. Each member has a role in the team."
      kind="team"
      path={teamsPath}
      rows="teams"
      columns={[...columns, workspaceColumn]}
      isSearched
      create={isOwner ? { label: 'New team', to: '/teams/new' } : undefined}
      empty={{
        title: 'There are no teams yet',
        text: 'Create a team to give a group of users access to workspaces.',
      }}
      titleToDelete={isOwner ? (row) => row.name : undefined}
      usesOf={usesOf}
    />
  );
}

function usesOf(team: Team): string[] {
  const { length } = team.user_tokens;
  if (isEveryone(team)) return ['All users of the organization'];
  return length === 0 ? [] : [length === 1 ? '1 member' : `${length} members`];
}
