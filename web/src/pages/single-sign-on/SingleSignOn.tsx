import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import { ConfirmDelete } from '../../parts/ConfirmDelete.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { type Connection, connectionPath } from './connection.js';
import { ConnectionForm } from './ConnectionForm.js';
import { ScimTokens } from './ScimTokens.js';
import { TestLogIn } from './TestLogIn.js';

/** The identity provider of the account: form, addresses to copy, test, provisioning. */
export function SingleSignOn() {
  const { data: own, error } = useGet('/v2/sso_connection/service_provider');
  const isStored = typeof own?.connection_token === 'string';
  const { data: stored, error: unreadable } = useGet(connectionPath, {}, { enabled: isStored });
  const problem = error ?? (isStored ? unreadable : null);
  if (problem) return <ErrorNote error={problem} />;
  if (!own || (isStored && !stored)) return <PageSkeleton />;
  const connection = isStored ? stored : undefined;
  return (
    <>
      <PageTitle
        title="Single sign-on"
        text="Users of your email domains log in with your identity provider, by OpenID Connect or SAML."
      >
        {connection && <RemoveConnection connection={connection} />}
      </PageTitle>
      <Stack gap="xl" maw={720}>
        {connection && <TestLogIn connection={connection} />}
        <ConnectionForm key={connection?.token ?? 'new'} stored={connection} addresses={own} />
        <ScimTokens baseUrl={own.scim_url} />
      </Stack>
    </>
  );
}

function RemoveConnection({ connection }: { connection: Connection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <ConfirmDelete
          kind="connection"
          verb="remove"
          title={connection.domains[0] ?? connection.type}
          send={() => api.delete(connectionPath)}
          uses={['log-ins of its users; they stay and can be given passwords']}
          refresh={[connectionPath]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
