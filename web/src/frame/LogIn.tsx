import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { useSessionState, session } from '../api/session.js';
import {
  type PendingSession,
  type StartedSession,
  isPending,
} from '../features/second-factors/pending-session.js';
import { SecondFactorStep } from '../features/second-factors/SecondFactorStep.js';
import { LogInFields } from './LogInFields.js';
import { LogInHelp } from './LogInHelp.js';
import { PublicForm, PublicPage } from './PublicForm.js';

function start(started: StartedSession): void {
  queryClient.clear();
  session.start(started);
}

/** The identity provider of the email domain takes over; it leads back to this page. */
async function continueWithSso({ email = '' }: Record<string, string>): Promise<void> {
  const return_to = window.location.pathname + window.location.search;
  const { location } = await api.post('/console/sso', { body: { email, return_to } });
  window.location.assign(location);
}

export function LogIn() {
  const isExpired = useSessionState() === 'expired';
  const [isSso, setSso] = useState(false);
  const [pending, setPending] = useState<PendingSession>();
  const logIn = async ({ email = '', password = '' }: Record<string, string>) => {
    const answer = await api.post('/console/session', { body: { email, password } });
    if (isPending(answer)) setPending(answer);
    else start(answer);
  };
  if (pending) {
    return (
      <PublicPage title="Second factor">
        <SecondFactorStep
          pending={pending}
          onStarted={start}
          onCancel={() => setPending(undefined)}
        />
      </PublicPage>
    );
  }
  return (
    <PublicForm
      title="Log in to Farthing"
      submitLabel={isSso ? 'Continue' : 'Log in'}
      send={isSso ? continueWithSso : logIn}
      note={
        isExpired && (
          <Alert color="accent">
            Your session has expired. Log in to continue where you left off.
          </Alert>
        )
      }
      footer={
        <>
          <Button variant="default" onClick={() => setSso(!isSso)}>
            {isSso ? 'Log in with a password' : 'Continue with single sign-on'}
          </Button>
          {!isSso && <LogInHelp />}
        </>
      }
    >
      <LogInFields isPasswordless={isSso} />
    </PublicForm>
  );
}
