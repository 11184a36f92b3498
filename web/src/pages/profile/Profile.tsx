import { Button, Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { logOut } from '../../api/log-out.js';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { useMe, useCurrentUser } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { type Form, useForm } from '../../parts/use-form.js';
import { SecondFactors } from './SecondFactors.js';

export function Profile() {
  const user = useCurrentUser();
  const me = useMe();
  if (!user || !me) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Your profile" text={`${user.email} · ${user.role}`} />
      <Stack gap="xl" maw={480}>
        <Person user={user} me={me} />
        <Password />
        <SecondFactors />
        <section>
          <Title order={2}>Sessions</Title>
          <Text size="sm" c="dimmed" mb="sm">
            Ends your sessions on all devices, including this one. Tokens keep working.
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
  const { data } = useGet('/v2/dashboards', { query: { limit: 1000 } });
  const initial = {
    name: user.name ?? '',
    default_workspace_token: me.default_workspace_token ?? undefined,
    default_dashboard_token: me.default_dashboard_token,
  };
  const form = useForm(initial, async ({ default_dashboard_token, ...values }) => {
    await api.put('/console/profile', { body: values });
    await api.put('/v2/me', { body: { default_dashboard_token } });
    await invalidate('/v2/users', '/v2/me');
    toast('Profile saved.');
  });
  return (
    <Section title="Personal details" form={form} saveLabel="Save changes">
      <TextInput label="Name" autoComplete="name" required {...form.text('name')} />
      <Select
        label="Default workspace"
        allowDeselect={false}
        data={me.workspaces.map(({ token, name }) => ({ value: token, label: name }))}
        value={form.values.default_workspace_token ?? null}
        error={form.errorOf('default_workspace_token')}
        onChange={(token) => form.set('default_workspace_token', token ?? undefined)}
      />
      <Select
        label="Default dashboard"
        clearable
        searchable
        placeholder="None"
        data={(data?.dashboards ?? []).map(({ token, title }) => ({ value: token, label: title }))}
        value={form.values.default_dashboard_token}
        error={form.errorOf('default_dashboard_token')}
        onChange={(token) => form.set('default_dashboard_token', token)}
      />
    </Section>
  );
}

/** Users of an identity provider have no password to change. */
function Password() {
  const { data } = useGet('/console/second_factors');
  if (!data) return null;
  if (data.has_password) return <ChangePassword />;
  return (
    <section>
      <Title order={2}>Password</Title>
      <Text size="sm" c="dimmed">
        You have none: you log in with your identity provider.
      </Text>
    </section>
  );
}

function ChangePassword() {
  const form = useForm({ current_password: '', password: '' }, async (values) => {
    await api.put('/console/profile/password', { body: values });
    form.set('current_password', '');
    form.set('password', '');
    toast('Password changed; you are logged out on other devices.');
  });
  return (
    <Section title="Password" form={form} saveLabel="Change password">
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
      <PasswordInput
        label="New password"
        description="At least 12 characters. You will be logged out on other devices."
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
