import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Answer } from '../../api/types.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';

export const scimTokensPath = '/console/scim_tokens';

interface CreateScimTokenProps {
  onCreated: (created: Answer<typeof scimTokensPath, 'post'>) => void;
  onClose: () => void;
}

export function CreateScimToken({ onCreated, onClose }: CreateScimTokenProps) {
  const form = useForm({ description: '' }, async (body) => {
    const created = await api.post(scimTokensPath, { body });
    await invalidate(scimTokensPath);
    onClose();
    onCreated(created);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title="New SCIM token">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput
            label="Description"
            description="The identity provider that uses it, such as Okta."
            required
            data-autofocus
            {...form.text('description')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Create token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
