import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole, useCurrentUser } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import { useTeams } from '../../features/teams/team.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { SecretOnce } from '../../parts/SecretOnce.js';
import { CreateToken } from './CreateToken.js';
import { type NewToken, type Token, tokensPath } from './token.js';

const columns: Column<Token>[] = [
  {
    id: 'description',
    header: 'Description',
    cell: (row) => row.description,
    sort: (row) => row.description,
  },
  { id: 'scopes', header: 'Scopes', cell: (row) => row.scopes.join(', ') },
  {
    id: 'created',
    header: 'Created',
    cell: (row) => <MomentText moment={row.created_at} />,
    sort: (row) => row.created_at,
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: (row) => <MomentText moment={row.expires_at} />,
    sort: (row) => row.expires_at ?? '',
  },
];

export function Tokens() {
  const isOwner = useHasRole('Owner');
  const ownerOf = useOwnerName();
  const navigate = useNavigate();
  const viewChanges = ({ id }: Token) =>
    void navigate({ to: '/audit-log', search: { user: String(id) } });
  const [created, setCreated] = useState<NewToken>();
  const [toRevoke, setToRevoke] = useState<Token>();
  const owner: Column<Token> = { id: 'owner', header: 'Owner', cell: ownerOf };
  return (
    <>
      <ListPage
        title="Tokens"
        text={
          isOwner
            ? 'Credentials for programs that use the API: all tokens of the organization.'
            : 'Credentials for programs that use the API: your tokens, and those of teams that you can edit.'
        }
        kind="token"
        path={tokensPath}
        rows="credentials"
        columns={[columns[0]!, owner, ...columns.slice(1)]}
        keyOf={(row) => String(row.id)}
        empty={{
          title: 'No tokens yet',
          text: 'Create one for a script, for Terraform or for another API client.',
        }}
        actions={(row) => (
          <>
            {isOwner && <Menu.Item onClick={() => viewChanges(row)}>View changes</Menu.Item>}
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setToRevoke(row)}>
              Revoke
            </Menu.Item>
          </>
        )}
      >
        <CreateToken onCreated={setCreated} />
      </ListPage>
      {created && (
        <SecretOnce
          title={`Token “${created.description}”`}
          text="Copy it now: it is shown only once. If you lose it, create a new token."
          label={created.client_id ? `Secret of the client ${created.client_id}` : 'Token'}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
      {toRevoke && (
        <ConfirmDelete
          kind="token"
          verb="revoke"
          title={toRevoke.description}
          send={() =>
            api.delete('/console/credentials/{credential_id}', {
              path: { credential_id: String(toRevoke.id) },
            })
          }
          uses={['every program that signs in with it, from this moment on']}
          refresh={[tokensPath]}
          onClose={() => setToRevoke(undefined)}
        />
      )}
    </>
  );
}

/** In words who a token acts for; other people are known to owners alone. */
function useOwnerName(): (row: Token) => string {
  const isOwner = useHasRole('Owner');
  const own = useCurrentUser();
  const teams = useTeams();
  const list = useGet('/v2/users', { query: { limit: 1000 } }, { enabled: isOwner });
  return ({ user_token: user, team_token: team }) => {
    if (user !== null && user === own?.token) return 'You';
    if (user) return list.data?.users.find(({ token }) => token === user)?.email ?? user;
    return `Team ${teams.find(({ token }) => token === team)?.name ?? team}`;
  };
}
