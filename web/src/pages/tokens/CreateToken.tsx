import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { useTeams } from '../../features/teams/team.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { useForm } from '../../parts/use-form.js';
import { type NewToken, tokensPath } from './token.js';

export function CreateToken({ onMade }: { onMade: (made: NewToken) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="add" />} onClick={() => setOpen(true)}>
        New token
      </Button>
      {isOpen && <TokenForm onMade={onMade} onClose={() => setOpen(false)} />}
    </>
  );
}

const start = { description: '', scopes: ['read'], team_token: '', expires_at: '' };

function TokenForm({ onMade, onClose }: { onMade: (made: NewToken) => void; onClose: () => void }) {
  const teams = useTeams();
  const form = useForm(start, async ({ team_token, expires_at, ...values }) => {
    const made = await api.post<NewToken>(tokensPath, {
      ...values,
      ...(team_token ? { team_token } : {}),
      ...(expires_at ? { expires_at: `${expires_at}T00:00:00Z` } : {}),
    });
    await invalidate(tokensPath);
    onClose();
    onMade(made);
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
            description="What uses it, so that it can be told from others."
            required
            data-autofocus
            {...form.text('description')}
          />
          <Checkbox.Group
            label="May"
            value={form.values.scopes}
            error={form.errorOf('scopes')}
            onChange={(scopes) => form.set('scopes', scopes)}
          >
            <Group mt="xs">
              <Checkbox value="read" label="read" />
              <Checkbox value="write" label="write" />
            </Group>
          </Checkbox.Group>
          <Select
            label="Acts for"
            description="A personal token sees what you see; a service token what its team sees."
            allowDeselect={false}
            data={[
              { value: '', label: 'Yourself (personal token)' },
              ...teams.map(({ token, name }) => ({ value: token, label: `Team ${name}` })),
            ]}
            value={form.values.team_token}
            error={form.errorOf('team_token')}
            onChange={(token) => form.set('team_token', token ?? '')}
          />
          <TextInput
            label="Expires"
            description="At the beginning of this day, UTC. Empty: never."
            type="date"
            {...form.text('expires_at')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
