import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole, useCurrentUser } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import type { Schemas } from '../../api/types.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
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
  { id: 'scopes', header: 'May', cell: (row) => row.scopes.join(' and ') },
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
  const holderOf = useHolder();
  const navigate = useNavigate();
  const showChanges = ({ id }: Token) =>
    void navigate({ to: '/audit-log', search: { user: String(id) } });
  const [made, setMade] = useState<NewToken>();
  const [doomed, setDoomed] = useState<Token>();
  const holder: Column<Token> = { id: 'holder', header: 'Acts for', cell: holderOf };
  return (
    <>
      <ListPage
        title="Tokens"
        text={
          isOwner
            ? 'What programs sign in with: all tokens of the organisation.'
            : 'What programs sign in with: your own tokens, and those of teams you edit.'
        }
        kind="token"
        path={tokensPath}
        rows="credentials"
        columns={[columns[0]!, holder, ...columns.slice(1)]}
        keyOf={(row) => String(row.id)}
        empty={{
          title: 'There are no tokens yet',
          text: 'Make one for a script, for Terraform or for another client of the API.',
        }}
        actions={(row) => (
          <>
            {isOwner && <Menu.Item onClick={() => showChanges(row)}>What it changed</Menu.Item>}
            <Menu.Item c="var(--mantine-color-error)" onClick={() => setDoomed(row)}>
              Revoke
            </Menu.Item>
          </>
        )}
      >
        <CreateToken onMade={setMade} />
      </ListPage>
      {made && (
        <SecretOnce
          title={`The token “${made.description}”`}
          text="Keep it where your program reads it. It is shown this once; who loses it makes a new one."
          label={made.client_id ? `Secret of the client ${made.client_id}` : 'Token'}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
      {doomed && (
        <ConfirmDelete
          kind="token"
          verb="revoke"
          title={doomed.description}
          send={() =>
            api.delete('/console/credentials/{credential_id}', {
              path: { credential_id: String(doomed.id) },
            })
          }
          uses={['every program that signs in with it, from this moment on']}
          refresh={[tokensPath]}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}

/** In words who a token acts for; other people are known to owners alone. */
function useHolder(): (row: Token) => string {
  const isOwner = useHasRole('Owner');
  const own = useCurrentUser();
  const teams = useTeams();
  const list = useGet<ListAnswer & { users: Schemas['User'][] }>(
    '/v2/users',
    { limit: 1000 },
    { enabled: isOwner },
  );
  return ({ user_token: user, team_token: team }) => {
    if (user !== null && user === own?.token) return 'yourself';
    if (user) return list.data?.users.find(({ token }) => token === user)?.email ?? user;
    return `team ${teams.find(({ token }) => token === team)?.name ?? team}`;
  };
}
