import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';

interface ConfirmIdentityProps {
  title: string;
  confirmLabel: string;
  send: (proof: { password: string }) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password before something that would help whoever found an open session. */
export function ConfirmIdentity({ title, confirmLabel, send, onClose }: ConfirmIdentityProps) {
  const form = useForm({ password: '' }, async (values) => {
    await send(values);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            data-autofocus
            {...form.text('password')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
