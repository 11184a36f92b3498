import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { api } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { session } from '../api/session.js';
import { PublicForm } from './PublicForm.js';

async function logIn({ email = '', password = '' }: Record<string, string>): Promise<void> {
  const started = await api.post('/console/session', { body: { email, password } });
  queryClient.clear();
  session.start(started);
}

export function LogIn() {
  return (
    <PublicForm
      title="Log in to Farthing"
      submitLabel="Log in"
      send={logIn}
      note={
        session.isExpired() && (
          <Alert color="accent">
            Your session has expired. Log in to continue where you left off.
          </Alert>
        )
      }
    >
      <TextInput
        name="email"
        type="email"
        label="Email address"
        autoComplete="username"
        required
        autoFocus
      />
      <PasswordInput name="password" label="Password" autoComplete="current-password" required />
    </PublicForm>
  );
}
