import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/client.js';
import type { Answer, Body } from '../../api/types.js';
import { organisationRoles } from '../../features/teams/team.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Icon } from '../../parts/icons.js';
import { useForm } from '../../parts/use-form.js';

type Invited = Answer<'/console/users', 'post'>;
type Invitation = Body<'/console/users', 'post'>;

const initial: Required<Invitation> = { email: '', name: '', role: 'viewer' };

export function Invite({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon name="add" />} onClick={() => setOpen(true)}>
        Invite user
      </Button>
      {isOpen && <InviteForm onInvited={onInvited} onClose={() => setOpen(false)} />}
    </>
  );
}

function InviteForm({
  onInvited,
  onClose,
}: {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}) {
  const form = useForm(initial, async ({ name, ...values }) => {
    const body = { ...values, ...(name.trim() ? { name } : {}) };
    const invited = await api.post('/console/users', { body });
    await invalidate('/v2/users', '/v2/teams');
    onClose();
    onInvited(invited);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Modal opened onClose={onClose} title="Invite user">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.error !== undefined && <ErrorNote error={form.error} />}
          <TextInput
            label="Email address"
            type="email"
            required
            data-autofocus
            {...form.text('email')}
          />
          <TextInput label="Name" {...form.text('name')} />
          <Select
            label="Role"
            description="Role in the whole organization; teams can give more access to their workspaces."
            allowDeselect={false}
            data={organisationRoles}
            value={form.values.role}
            error={form.errorOf('role')}
            onChange={(role) => form.set('role', role ?? 'viewer')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Invite
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
