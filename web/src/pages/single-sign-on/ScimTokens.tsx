import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import type { Answer, Schemas } from '../../api/types.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { DateText } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import { SecretOnce } from '../../parts/SecretOnce.js';
import { CopyField } from './CopyField.js';
import { CreateScimToken, scimTokensPath } from './CreateScimToken.js';

type ScimToken = Schemas['ScimToken'];

const columns: Column<ScimToken>[] = [
  { id: 'description', header: 'Description', cell: (row) => row.description },
  {
    id: 'created',
    header: 'Created',
    cell: (row) => <DateText day={row.created_at.slice(0, 10)} />,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ last_used_at: day }) => (day ? <DateText day={day} /> : 'Never'),
  },
];

/** The tokens with which identity providers manage users and teams, whatever they log in with. */
export function ScimTokens({ baseUrl }: { baseUrl: string }) {
  const { data, error } = useGet(scimTokensPath);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<Answer<typeof scimTokensPath, 'post'>>();
  const [toRevoke, setToRevoke] = useState<ScimToken>();
  const tokens = data?.scim_tokens ?? [];
  return (
    <Stack gap="md" component="section" aria-label="User provisioning">
      <Title order={2}>User provisioning (SCIM)</Title>
      <Text size="sm" c="dimmed">
        The identity provider creates, changes and deactivates users and teams by itself. Enter the
        base URL and a token there.
      </Text>
      <CopyField label="SCIM base URL" value={baseUrl} />
      {error && <ErrorNote error={error} />}
      {tokens.length > 0 && (
        <DataTable
          label="SCIM tokens"
          columns={columns}
          rows={tokens}
          keyOf={(row) => row.token}
          actions={(row) => (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Revoke ${row.description}`}
              onClick={() => setToRevoke(row)}
            >
              Revoke
            </Button>
          )}
        />
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="add" />}
          onClick={() => setCreating(true)}
        >
          New SCIM token
        </Button>
      </Group>
      {isCreating && <CreateScimToken onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created && (
        <SecretOnce
          title={`SCIM token “${created.description}”`}
          text="Copy it now: it is shown only once. If you lose it, create a new token."
          label="SCIM token"
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
      {toRevoke && (
        <ConfirmDelete
          kind="SCIM token"
          verb="revoke"
          title={toRevoke.description}
          send={() =>
            api.delete('/console/scim_tokens/{scim_token}', {
              path: { scim_token: toRevoke.token },
            })
          }
          uses={['the identity provider that has it; users and teams stay as they are']}
          refresh={[scimTokensPath]}
          onClose={() => setToRevoke(undefined)}
        />
      )}
    </Stack>
  );
}
