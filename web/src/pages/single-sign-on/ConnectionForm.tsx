import {
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Stack,
  TagsInput,
  TextInput,
  Title,
} from '@mantine/core';
import type { FormEvent } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { formatMoment } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { Addresses } from './Addresses.js';
import {
  type Connection,
  type ConnectionFormState,
  type ConnectionValues,
  bodyOf,
  connectionPath,
  valuesOf,
} from './connection.js';
import { EnforcementFields } from './EnforcementFields.js';
import { RightsFields } from './RightsFields.js';

const types = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
];

const labels = {
  client_id: 'Client ID',
  saml_metadata_url: 'Metadata URL',
  domains: 'Email domains',
  default_role: 'First role',
  break_glass_user_token: 'Break-glass owner',
};

interface ConnectionFormProps {
  stored: Connection | undefined;
  addresses: Schemas['ServiceProvider'];
}

/** The settings of the connection; saving asks the identity provider whether they work. */
export function ConnectionForm({ stored, addresses }: ConnectionFormProps) {
  const save = async (values: ConnectionValues) => {
    await api.put(connectionPath, { body: bodyOf(values) });
    form.set('client_secret', '');
    await invalidate(connectionPath);
    toast('Single sign-on saved.');
  };
  const form: ConnectionFormState = useForm(valuesOf(stored), save, { labels });
  const { type } = form.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Single sign-on">
      <Stack gap="xl">
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <SegmentedControl
          aria-label="Protocol"
          data={types}
          value={type}
          onChange={(value) => form.set('type', value === 'saml' ? 'saml' : 'oidc')}
        />
        <Addresses type={type} addresses={addresses} />
        <Stack gap="md">
          <Title order={2}>From your identity provider</Title>
          {type === 'oidc' ? (
            <OidcFields form={form} stored={stored} />
          ) : (
            <SamlFields form={form} />
          )}
          <TagsInput
            label="Email domains"
            description="Users with addresses of these domains log in here. Press Enter after each."
            required
            placeholder="example.com"
            value={form.values.domains}
            onChange={(domains) => form.set('domains', domains)}
            error={form.errorOf('domains')}
          />
        </Stack>
        <RightsFields form={form} />
        <EnforcementFields form={form} />
        <Group>
          <Button type="submit" loading={form.isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function OidcFields({ form, stored }: { form: ConnectionFormState; stored?: Connection }) {
  const changedAt = stored?.secret_changed_at;
  return (
    <>
      <TextInput
        label="Issuer"
        description="The address before /.well-known/openid-configuration."
        required
        placeholder="https://login.example.com"
        {...form.text('issuer')}
      />
      <TextInput label="Client ID" required {...form.text('client_id')} />
      <PasswordInput
        label="Client secret"
        description={
          changedAt
            ? `Stored on ${formatMoment(changedAt)}; leave empty to keep it.`
            : 'Stored encrypted and never shown again.'
        }
        required={!changedAt}
        autoComplete="off"
        {...form.text('client_secret')}
      />
    </>
  );
}

function SamlFields({ form }: { form: ConnectionFormState }) {
  return (
    <TextInput
      label="Metadata URL"
      description="Signing certificates are read from here and kept up to date."
      required
      placeholder="https://login.example.com/metadata"
      {...form.text('saml_metadata_url')}
    />
  );
}
