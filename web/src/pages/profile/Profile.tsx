import { Button, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { logOut } from '../../api/log-out.js';
import { invalidate } from '../../api/queries.js';
import { useMe, useCurrentUser } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { type Form, useForm } from '../../parts/use-form.js';

export function Profile() {
  const user = useCurrentUser();
  const me = useMe();
  if (!user || !me) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Own profile" text={`${user.email} · ${user.role}`} />
      <Stack gap="xl" maw={480}>
        <Person user={user} me={me} />
        <Password />
        <section>
          <Title order={2}>Sessions</Title>
          <Text size="sm" c="dimmed" mb="sm">
            Ends your sessions on every device, this one too. Tokens keep working.
          </Text>
          <Button variant="default" onClick={() => void logOut('/console/sessions')}>
            Log out everywhere
          </Button>
        </section>
      </Stack>
    </>
  );
}

type Me = NonNullable<ReturnType<typeof useMe>>;

function Person({ user, me }: { user: Schemas['User']; me: Me }) {
  const { data } = useGet<ListAnswer & { dashboards: { token: string; title: string }[] }>(
    '/v2/dashboards',
    { limit: 1000 },
  );
  const start = {
    name: user.name ?? '',
    default_workspace_token: me.default_workspace_token,
    default_dashboard_token: me.default_dashboard_token,
  };
  const form = useForm(start, async ({ default_dashboard_token, ...values }) => {
    await api.put('/console/profile', values);
    await api.put('/v2/me', { default_dashboard_token });
    await invalidate('/v2/users', '/v2/me');
    toast('Saved your profile.');
  });
  return (
    <Section title="You" form={form} saveLabel="Save">
      <TextInput label="Name" autoComplete="name" required {...form.text('name')} />
      <Select
        label="Default workspace"
        allowDeselect={false}
        data={me.workspaces.map(({ token, name }) => ({ value: token, label: name }))}
        value={form.values.default_workspace_token}
        error={form.errorOf('default_workspace_token')}
        onChange={(token) => form.set('default_workspace_token', token)}
      />
      <Select
        label="Default dashboard"
        clearable
        searchable
        placeholder="none"
        data={(data?.dashboards ?? []).map(({ token, title }) => ({ value: token, label: title }))}
        value={form.values.default_dashboard_token}
        error={form.errorOf('default_dashboard_token')}
        onChange={(token) => form.set('default_dashboard_token', token)}
      />
    </Section>
  );
}

function Password() {
  const form = useForm({ current_password: '', password: '' }, async (values) => {
    await api.put('/console/profile/password', values);
    form.set('current_password', '');
    form.set('password', '');
    toast('Changed your password; sessions on other devices have ended.');
  });
  return (
    <Section title="Password" form={form} saveLabel="Change the password">
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
      <PasswordInput
        label="New password"
        description="At least 12 characters; sessions on other devices end."
        autoComplete="new-password"
        required
        {...form.text('password')}
      />
    </Section>
  );
}

interface SectionProps {
  title: string;
  form: Form;
  saveLabel: string;
  children: ReactNode;
}

function Section({ title, form, saveLabel, children }: SectionProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={title}>
      <Stack gap="md">
        <Title order={2}>{title}</Title>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        {children}
        <Group>
          <Button type="submit" loading={form.isSaving}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
