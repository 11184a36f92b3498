import { Menu, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { asProblem } from '../../api/problem.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useCurrentUser } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import type { Body, Schemas } from '../../api/types.js';
import { organisationRoles } from '../../features/teams/team.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { SecretOnce } from '../../parts/SecretOnce.js';
import { toast } from '../../parts/toasts.js';
import { Invite } from './Invite.js';

type User = Schemas['User'];
type Role = Body<'/console/users/{user_token}', 'put'>['role'];

/** Users are listed by the public API and changed by the console's own. */
const listPath = '/v2/users';

async function setRole({ token, email }: User, role: Role): Promise<void> {
  try {
    await api.put('/console/users/{user_token}', { path: { user_token: token }, body: { role } });
    toast(`Role of ${email} changed.`);
  } catch (failure) {
    toast(asProblem(failure).message);
  }
  await invalidate(listPath, '/v2/teams');
}

/** The API returns display names of roles and accepts their keys. */
const keyOfRole = (role: string) => role.toLowerCase().replaceAll(' ', '_') as Role;

const columns: Column<User>[] = [
  { id: 'email', header: 'Email address', cell: (row) => row.email, sort: (row) => row.email },
  {
    id: 'name',
    header: 'Name',
    cell: (row) => row.name ?? 'Invited',
    sort: (row) => row.name ?? '',
  },
  {
    id: 'role',
    header: 'Role',
    sort: (row) => row.role,
    cell: (row) => (
      <Select
        aria-label={`Role of ${row.email}`}
        size="xs"
        w={160}
        allowDeselect={false}
        data={organisationRoles}
        value={keyOfRole(row.role)}
        onChange={(role) => role && role !== keyOfRole(row.role) && void setRole(row, role)}
      />
    ),
  },
  {
    id: 'seen',
    header: 'Last seen',
    sort: (row) => row.last_seen_at ?? '',
    cell: (row) => (row.last_seen_at ? <DateText day={row.last_seen_at} /> : 'Never'),
  },
];

const notYet = 'Nothing yet';
const methodsPath = '/console/users/log_in_methods';

/** The way each user logs in, in words. */
function useMethodColumn(): Column<User> {
  const { data } = useGet(methodsPath);
  return useMemo(() => {
    const texts = new Map(data?.log_in_methods.map((each) => [each.user_token, describe(each)]));
    const textOf = ({ token }: User) => (data ? (texts.get(token) ?? notYet) : '');
    return { id: 'methods', header: 'Logs in with', cell: textOf, sort: textOf };
  }, [data]);
}

function describe(methods: Schemas['LogInMethods']): string {
  if (!methods.is_active) return 'Deactivated';
  const password = methods.has_second_factor ? 'Password and second factor' : 'Password';
  const ways = [
    ...(methods.has_identity ? ['Single sign-on'] : []),
    ...(methods.has_password ? [password] : []),
  ];
  return ways.join(', ') || notYet;
}

export function Users() {
  return (
    <OnlyFor role="Owner" title="Users" what="The list of users is">
      <UserList />
    </OnlyFor>
  );
}

/** The server may not know the address that people reach it at; this page was loaded from there. */
function atThisOrigin(link: string): string {
  const { pathname, search } = new URL(link);
  return window.location.origin + pathname + search;
}

function UserList() {
  const own = useCurrentUser();
  const methods = useMethodColumn();
  const [link, setLink] = useState<{ email: string; link: string }>();
  const [toRemove, setToRemove] = useState<User>();
  const reset = async ({ token, email }: User) => {
    try {
      const created = await api.post('/console/users/{user_token}/password', {
        path: { user_token: token },
      });
      setLink({ email, ...created });
    } catch (failure) {
      toast(asProblem(failure).message);
    }
  };
  const resetFactors = async ({ token, email }: User) => {
    try {
      await api.delete('/console/users/{user_token}/second_factors', {
        path: { user_token: token },
      });
      toast(`Second factors of ${email} removed.`);
      await invalidate(methodsPath);
    } catch (failure) {
      toast(asProblem(failure).message);
    }
  };
  return (
    <>
      <ListPage
        title="Users"
        text="Everyone who can log in, with their role in the organization."
        kind="user"
        path={listPath}
        rows="users"
        columns={[...columns, methods]}
        empty={{ title: 'No users', text: 'Invite the people you work with.' }}
        actions={(row) => (
          <>
            <Menu.Item onClick={() => void reset(row)}>Create password link</Menu.Item>
            {row.token !== own?.token && (
              <Menu.Item onClick={() => void resetFactors(row)}>Reset second factors</Menu.Item>
            )}
            {row.token !== own?.token && (
              <Menu.Item c="var(--mantine-color-error)" onClick={() => setToRemove(row)}>
                Remove
              </Menu.Item>
            )}
          </>
        )}
      >
        <Invite onInvited={setLink} />
      </ListPage>
      {link && (
        <SecretOnce
          title="Share this link"
          text={`${link.email} can set a password with this link. It works once, expires after seven days, and is not shown again.`}
          label="Link"
          secret={atThisOrigin(link.link)}
          onClose={() => setLink(undefined)}
        />
      )}
      {toRemove && (
        <ConfirmDelete
          kind="user"
          verb="remove"
          title={toRemove.email}
          send={() =>
            api.delete('/console/users/{user_token}', { path: { user_token: toRemove.token } })
          }
          uses={['their personal tokens, which stop working; objects they created are kept']}
          refresh={[listPath, '/v2/teams']}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </>
  );
}
