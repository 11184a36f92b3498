import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/client.js';
import type { Body } from '../../api/types.js';
import { useTeams } from '../../features/teams/team.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { useForm } from '../../parts/use-form.js';
import { type NewToken, tokensPath } from './token.js';

export function CreateToken({ onCreated }: { onCreated: (created: NewToken) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="add" />} onClick={() => setOpen(true)}>
        New token
      </Button>
      {isOpen && <TokenForm onCreated={onCreated} onClose={() => setOpen(false)} />}
    </>
  );
}

type Scopes = Body<typeof tokensPath, 'post'>['scopes'];

const initial = {
  description: '',
  scopes: ['read'] as Scopes,
  team_token: '',
  expires_at: '',
};

function TokenForm({
  onCreated,
  onClose,
}: {
  onCreated: (created: NewToken) => void;
  onClose: () => void;
}) {
  const teams = useTeams();
  const form = useForm(initial, async ({ team_token, expires_at, ...values }) => {
    const created = await api.post(tokensPath, {
      body: {
        ...values,
        ...(team_token ? { team_token } : {}),
        ...(expires_at ? { expires_at: `${expires_at}T00:00:00Z` } : {}),
      },
    });
    await invalidate(tokensPath);
    onClose();
    onCreated(created);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title="New token">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput
            label="Description"
            description="What the token is used for."
            required
            data-autofocus
            {...form.text('description')}
          />
          <Checkbox.Group
            label="Scopes"
            value={form.values.scopes}
            error={form.errorOf('scopes')}
            onChange={(scopes) => form.set('scopes', scopes)}
          >
            <Group mt="xs">
              <Checkbox value="read" label="Read" />
              <Checkbox value="write" label="Write" />
            </Group>
          </Checkbox.Group>
          <Select
            label="Owner"
            description="A personal token has your access; a service token has the access of its team."
            allowDeselect={false}
            data={[
              { value: '', label: 'You (personal token)' },
              ...teams.map(({ token, name }) => ({
                value: token,
                label: `Team ${name} (service token)`,
              })),
            ]}
            value={form.values.team_token}
            error={form.errorOf('team_token')}
            onChange={(token) => form.set('team_token', token ?? '')}
          />
          <TextInput
            label="Expires"
            description="At the start of this day, UTC. Leave empty for no expiry."
            type="date"
            {...form.text('expires_at')}
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
