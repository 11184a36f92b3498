import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import type { Answer } from '../../api/types.js';
import { createPasskey } from '../../features/second-factors/passkeys.js';
import { TotpSecret } from '../../features/second-factors/TotpSecret.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';

interface AddFactorProps {
  kind: 'totp' | 'passkey';
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

/** Adds an authenticator app in two steps, or a passkey in one. */
export function AddFactor({ kind, onAdded, onClose }: AddFactorProps) {
  const [begun, setBegun] = useState<Answer<'/console/second_factors/totp', 'post'>>();
  const initial = { name: kind === 'totp' ? 'Authenticator app' : 'Passkey', code: '' };
  const form = useForm(initial, async ({ name, code }) => {
    if (kind === 'passkey') onAdded(await addPasskey(name));
    else if (!begun) setBegun(await api.post('/console/second_factors/totp'));
    else {
      const body = { ticket: begun.ticket, code, name };
      onAdded((await api.post('/console/second_factors/totp/confirm', { body })).recovery_codes);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const title = kind === 'totp' ? 'Add authenticator app' : 'Add passkey';
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          {begun ? (
            <>
              <TotpSecret secret={begun.secret} url={begun.url} />
              <TextInput
                label="Code"
                description="The six digits that your app shows."
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                {...form.text('code')}
              />
            </>
          ) : (
            <>
              <TextInput
                label="Name"
                description="To recognize it later."
                required
                data-autofocus
                {...form.text('name')}
              />
              {kind === 'passkey' && (
                <Text size="sm">Your browser then asks where to store the passkey.</Text>
              )}
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {begun ? 'Confirm' : 'Continue'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

async function addPasskey(name: string): Promise<string[] | null> {
  const { ticket, options } = await api.post('/console/second_factors/passkey');
  const body = { ticket, passkey: await createPasskey(options), name };
  return (await api.post('/console/second_factors/passkey/confirm', { body })).recovery_codes;
}
