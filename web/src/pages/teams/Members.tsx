import { Alert, Button, Group, Select, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import type { Body } from '../../api/types.js';
import {
  type Member,
  type Team,
  isEveryone,
  organisationRoles,
  teamRoles,
  teamsPath,
  useMembers,
} from '../../features/teams/team.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';

const membersPath = '/v2/teams/{team_token}/members';
type Role = NonNullable<Body<typeof membersPath, 'post'>['role']>;

/** The members of a team with their roles. Users cannot be removed from Everyone. */
export function Members({ team, mayManage }: { team: Team; mayManage: boolean }) {
  const path = { team_token: team.token };
  const roles = isEveryone(team) ? organisationRoles : teamRoles;
  const { data, error } = useMembers(team.token);
  const [hidden, setHidden] = useState<string[]>([]);
  const rows = data?.members.filter(({ user_token }) => !hidden.includes(user_token)) ?? [];
  const setRole = async ({ email, name }: Member, role: Role) => {
    try {
      await api.post(membersPath, { path, body: { user_email: email, role } });
      toast(`Changed the role of ${name}.`);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
    await invalidate(teamsPath, '/v2/users');
  };
  const remove = ({ user_token, name }: Member) => {
    setHidden([...hidden, user_token]);
    deleteLater({
      message: `Removed ${name} from the team.`,
      send: (options) =>
        api.delete(`${membersPath}/{user_token}`, { path: { ...path, user_token }, ...options }),
      refresh: [teamsPath],
      restore: () => setHidden((now) => now.filter((each) => each !== user_token)),
    });
  };
  const columns: Column<Member>[] = [
    { id: 'name', header: 'Name', cell: (row) => row.name, sort: (row) => row.name },
    { id: 'email', header: 'Email address', cell: (row) => row.email },
    {
      id: 'role',
      header: isEveryone(team) ? 'Role in the organization' : 'Role in the team',
      cell: (row) =>
        mayManage ? (
          <Select
            aria-label={`Role of ${row.name}`}
            size="xs"
            w={160}
            allowDeselect={false}
            data={roles}
            value={row.role as Role}
            onChange={(role) => role && role !== row.role && void setRole(row, role)}
          />
        ) : (
          (roles.find(({ value }) => value === row.role)?.label ?? row.role)
        ),
    },
  ];
  return (
    <section>
      <Title order={2} mb="sm">
        Members
      </Title>
      {error && <ErrorNote error={error} />}
      {!data && !error && <TableSkeleton rows={3} />}
      {data && (
        <DataTable
          label="Members"
          columns={columns}
          rows={rows}
          keyOf={(row) => row.user_token}
          {...(mayManage && !isEveryone(team)
            ? {
                actions: (row: Member) => <RowMenu label={row.name} onDelete={() => remove(row)} />,
              }
            : {})}
        />
      )}
      {mayManage && !isEveryone(team) && <AddMember team={team.token} />}
    </section>
  );
}

function AddMember({ team }: { team: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [error, setError] = useState<unknown>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      const body = { user_email: email, role };
      await api.post(membersPath, { path: { team_token: team }, body });
      setEmail('');
      await invalidate(teamsPath);
      toast(`Added ${email}.`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form onSubmit={(event) => void add(event)} noValidate>
      <Group align="flex-end" gap="sm" mt="md">
        <TextInput
          label="Add member"
          placeholder="Email address"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          aria-label="Role of the new member"
          w={140}
          allowDeselect={false}
          data={teamRoles}
          value={role}
          onChange={(value) => setRole(value ?? role)}
        />
        <Button type="submit" variant="default" disabled={email.trim() === ''}>
          Add
        </Button>
      </Group>
      {error !== undefined && (
        <Alert color="red" role="alert" mt="sm">
          {asProblem(error).message}
        </Alert>
      )}
    </form>
  );
}
