import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.js';
import { useCurrentUser } from '../api/current-user.js';
import { logOut } from '../api/log-out.js';
import { asProblem } from '../api/problem.js';
import { session, useSessionState } from '../api/session.js';
import { type PendingSession, isPending } from '../features/second-factors/pending-session.js';
import { SecondFactorStep } from '../features/second-factors/SecondFactorStep.js';
import { LogInFields } from './LogInFields.js';

/** Asks for the password over the page when the session expires, so that nothing on the page is lost. */
export function LogInAgain() {
  if (useSessionState() !== 'expired-in-use') return null;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title="Your session has expired"
      zIndex={500}
    >
      <LogInForm />
    </Modal>
  );
}

function LogInForm() {
  const email = useCurrentUser()?.email;
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [pending, setPending] = useState<PendingSession>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string) => fields.get(name) as string;
    setBusy(true);
    try {
      const body = { email: textOf('email'), password: textOf('password') };
      const answer = await api.post('/console/session', { body });
      if (isPending(answer)) setPending(answer);
      else session.start(answer);
    } catch (failure) {
      setError(asProblem(failure).message);
      setBusy(false);
    }
  };
  if (pending) {
    const cancel = () => {
      setPending(undefined);
      setBusy(false);
    };
    return (
      <SecondFactorStep
        pending={pending}
        onStarted={(started) => session.start(started)}
        onCancel={cancel}
      />
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">
          Log in to continue. The page stays as it is, with everything that you entered.
        </Text>
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <LogInFields email={email} />
        <Anchor href="/" target="_blank" size="sm">
          Log in with single sign-on in another tab
        </Anchor>
        <Group justify="space-between">
          <Button variant="subtle" color="gray" onClick={() => void logOut('/console/session')}>
            Log out
          </Button>
          <Button type="submit" loading={isBusy}>
            Log in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
