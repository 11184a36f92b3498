import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import type { Answer } from '../../api/types.js';
import { RecoveryCodes } from './RecoveryCodes.js';
import { TotpSecret } from './TotpSecret.js';
import type { StartedSession } from './pending-session.js';

type Secret = Answer<'/console/session/enrolment', 'post'>;
type Enrolled = Answer<'/console/session/enrolment/confirm', 'post'>;

interface RequiredEnrolmentProps {
  ticket: string;
  onStarted: (session: StartedSession) => void;
  onCancel: () => void;
}

/** Adds the second factor that the organisation requires, before there is a session. */
export function RequiredEnrolment({ ticket, onStarted, onCancel }: RequiredEnrolmentProps) {
  const [secret, setSecret] = useState<Secret>();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (failure) {
      setError(asProblem(failure).message);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code') as string;
    void attempt(async () => {
      if (secret) {
        const body = { ticket, code };
        setEnrolled(await api.post('/console/session/enrolment/confirm', { body }));
      } else setSecret(await api.post('/console/session/enrolment', { body: { ticket } }));
    });
  };
  if (enrolled) {
    const { recovery_codes: codes, ...started } = enrolled;
    return <RecoveryCodes codes={codes} onSaved={() => onStarted(started)} />;
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        {secret ? (
          <>
            <TotpSecret {...secret} />
            <TextInput
              name="code"
              label="Code of your authenticator app"
              autoComplete="one-time-code"
              inputMode="numeric"
              required
            />
          </>
        ) : (
          <Text size="sm">
            Your organization requires a second factor. You need an authenticator app on your phone
            or computer.
          </Text>
        )}
        <Button type="submit" loading={isBusy}>
          {secret ? 'Confirm and log in' : 'Set up an authenticator app'}
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Start again
        </Button>
      </Stack>
    </form>
  );
}
