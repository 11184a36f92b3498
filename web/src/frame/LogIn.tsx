import { Alert } from '@mantine/core';
import { api } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { useSessionState, session } from '../api/session.js';
import { LogInFields } from './LogInFields.js';
import { PublicForm } from './PublicForm.js';

async function logIn({ email = '', password = '' }: Record<string, string>): Promise<void> {
  const started = await api.post('/console/session', { body: { email, password } });
  queryClient.clear();
  session.start(started);
}

export function LogIn() {
  const isExpired = useSessionState() === 'expired';
  return (
    <PublicForm
      title="Log in to Farthing"
      submitLabel="Log in"
      send={logIn}
      note={
        isExpired && (
          <Alert color="accent">
            Your session has expired. Log in to continue where you left off.
          </Alert>
        )
      }
    >
      <LogInFields />
    </PublicForm>
  );
}
