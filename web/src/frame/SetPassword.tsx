import { PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.js';
import { session } from '../api/session.js';
import {
  type PendingSession,
  type StartedSession,
  isPending,
} from '../features/second-factors/pending-session.js';
import { SecondFactorStep } from '../features/second-factors/SecondFactorStep.js';
import { PublicForm, PublicPage } from './PublicForm.js';

function start(started: StartedSession): void {
  session.start(started);
  window.location.replace('/');
}

/** Sets the password for an invitation or a password reset, and logs in. */
export function SetPassword() {
  const [pending, setPending] = useState<PendingSession>();
  const setPassword = async ({ name = '', password = '' }: Record<string, string>) => {
    const ticket = new URLSearchParams(window.location.search).get('ticket') ?? '';
    const answer = await api.post('/console/password', {
      body: { ticket, password, ...(name.trim() ? { name: name.trim() } : {}) },
    });
    if (isPending(answer)) setPending(answer);
    else start(answer);
  };
  if (pending) {
    return (
      <PublicPage title="Second factor">
        <SecondFactorStep
          pending={pending}
          onStarted={start}
          onCancel={() => window.location.replace('/')}
        />
      </PublicPage>
    );
  }
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
