import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { RequiredEnrolment } from './RequiredEnrolment.js';
import { signWithPasskey, supportsPasskeys } from './passkeys.js';
import type { PendingSession, StartedSession } from './pending-session.js';

type Method = PendingSession['methods'][number];

interface SecondFactorStepProps {
  pending: PendingSession;
  onStarted: (session: StartedSession) => void;
  onCancel: () => void;
}

const labels: Record<Method, string> = {
  totp: 'Use your authenticator app',
  passkey: 'Use your passkey',
  recovery_code: 'Use a recovery code',
};

/** The second step of a log-in: a code, a passkey or a recovery code, or the enrolment of a first factor. */
export function SecondFactorStep({ pending, onStarted, onCancel }: SecondFactorStepProps) {
  const methods = pending.methods.filter((each) => each !== 'passkey' || supportsPasskeys());
  const [method, setMethod] = useState<Method>(
    methods.includes('passkey') ? 'passkey' : methods[0]!,
  );
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (pending.requires_enrolment) {
    return <RequiredEnrolment ticket={pending.ticket} onStarted={onStarted} onCancel={onCancel} />;
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code') as string | null;
    setBusy(true);
    setError(undefined);
    try {
      onStarted(await complete(pending.ticket, method, code ?? ''));
    } catch (failure) {
      setError(asProblem(failure).message);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <ProofField key={method} method={method} />
        <Button type="submit" loading={isBusy}>
          {method === 'passkey' ? 'Continue with your passkey' : 'Log in'}
        </Button>
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Button key={each} variant="subtle" onClick={() => setMethod(each)}>
              {labels[each]}
            </Button>
          ))}
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Start again
        </Button>
      </Stack>
    </form>
  );
}

function ProofField({ method }: { method: Method }) {
  if (method === 'passkey') {
    return <Text size="sm">Your browser asks for the passkey that you added.</Text>;
  }
  const isTotp = method === 'totp';
  return (
    <TextInput
      name="code"
      label={isTotp ? 'Code of your authenticator app' : 'Recovery code'}
      description={isTotp ? 'Six digits.' : 'Each code works once.'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      inputMode={isTotp ? 'numeric' : 'text'}
      required
      autoFocus
      data-autofocus
    />
  );
}

async function complete(ticket: string, method: Method, code: string): Promise<StartedSession> {
  const send = (proof: object) =>
    api.post('/console/session/second_factor', { body: { ticket, ...proof } });
  if (method === 'totp') return send({ code });
  if (method === 'recovery_code') return send({ recovery_code: code });
  const options = await api.post('/console/session/passkey_options', { body: { ticket } });
  return send({ passkey: await signWithPasskey(options) });
}
