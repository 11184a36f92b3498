import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.js';
import { asProblem } from '../api/problem.js';
import { queryClient } from '../api/queries.js';
import { session } from '../api/session.js';
import { PublicPage } from './PublicForm.js';

/** Hands what the identity provider sent to the server, which answers with a session. */
async function finish(): Promise<void> {
  const { pathname, search } = window.location;
  const [account_token = ''] = pathname.split('/').slice(-1);
  const body = { account_token, query: search.slice(1) };
  const { return_to, user_token, csrf_token } = await api.post('/console/sso/session', { body });
  // A test log-in opens no session.
  if (user_token && csrf_token) {
    queryClient.clear();
    session.start({ user_token, csrf_token });
  }
  window.location.replace(return_to);
}

/** The way back from the identity provider. */
export function FinishLogIn() {
  const [error, setError] = useState<string>();
  // What the identity provider sent works once.
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    finish().catch((failure: unknown) => setError(asProblem(failure).message));
  }, []);
  return (
    <PublicPage title="Log in to Farthing">
      {error ? (
        <>
          <Alert color="red" role="alert">
            {error}
          </Alert>
          <Anchor href="/">Back to the log-in page</Anchor>
        </>
      ) : (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Finishing the log-in…</Text>
        </Group>
      )}
    </PublicPage>
  );
}
