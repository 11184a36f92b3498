import { PasswordInput, TextInput } from '@mantine/core';
import { api } from '../api/client.js';
import { session } from '../api/session.js';
import { PublicForm } from './PublicForm.js';

async function setPassword({ name = '', password = '' }: Record<string, string>): Promise<void> {
  const ticket = new URLSearchParams(window.location.search).get('ticket') ?? '';
  const started = await api.post('/console/password', {
    body: { ticket, password, ...(name.trim() ? { name: name.trim() } : {}) },
  });
  session.start(started);
  window.location.replace('/');
}

/** Sets the password for an invitation or a password reset, and logs in. */
export function SetPassword() {
  return (
    <PublicForm
      title="Welcome to Farthing"
      submitLabel="Set password and log in"
      send={setPassword}
    >
      <TextInput name="name" label="Your name" autoComplete="name" autoFocus />
      <PasswordInput
        name="password"
        label="New password"
        description="At least 12 characters."
        autoComplete="new-password"
        required
      />
    </PublicForm>
  );
}
