import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Body } from '../../api/types.js';
import { integrationPaths } from '../../features/integrations/integration.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';
import { type ImportedSourceType, sources } from './source.js';

type NewIntegration = Body<'/console/integrations/metrics', 'post'>;
type Credentials = Omit<NewIntegration, 'provider' | 'name'>;

interface CredentialField {
  name: keyof Credentials;
  label: string;
  isSecret?: boolean;
  isRequired?: boolean;
  placeholder?: string;
}

const secret = (
  name: keyof Credentials,
  label: string,
  { isRequired = true } = {},
): CredentialField => ({ name, label, isSecret: true, isRequired });

/** The credentials that each provider needs. */
const credentialForms: Record<ImportedSourceType, { help: string; fields: CredentialField[] }> = {
  cloudwatch: {
    help: 'A role or access keys with permission to read metrics. Leave both empty to use the credentials of this server.',
    fields: [
      {
        name: 'role_arn',
        label: 'Role ARN',
        placeholder: 'arn:aws:iam::123456789012:role/metrics',
      },
      { name: 'external_id', label: 'External ID' },
      secret('access_key_id', 'Access key ID', { isRequired: false }),
      secret('secret_access_key', 'Secret access key', { isRequired: false }),
    ],
  },
  datadog_metrics: {
    help: 'Keys with permission to read metrics.',
    fields: [
      { name: 'endpoint', label: 'Site URL', placeholder: 'https://api.datadoghq.eu' },
      secret('api_key', 'API key'),
      secret('application_key', 'Application key'),
    ],
  },
  snowflake_metrics: {
    help: 'A programmatic access token of a user with permission to read the tables.',
    fields: [
      {
        name: 'endpoint',
        label: 'Account URL',
        isRequired: true,
        placeholder: 'https://x.snowflakecomputing.com',
      },
      secret('token', 'Access token'),
      { name: 'warehouse', label: 'Warehouse' },
      { name: 'role', label: 'Role' },
      { name: 'database', label: 'Database' },
      { name: 'schema', label: 'Schema' },
    ],
  },
};

interface ConnectSourceProps {
  type: ImportedSourceType;
  onConnected: (integration: string) => void;
  onClose: () => void;
}

/** Creates an integration to import metrics through. Its credentials are never shown again. */
export function ConnectSource({ type, onConnected, onClose }: ConnectSourceProps) {
  const { label, provider } = sources[type];
  const { help, fields } = credentialForms[type];
  const initial: Credentials & { name: string } = {
    name: label,
    ...Object.fromEntries(fields.map(({ name }) => [name, ''])),
  };
  const form = useForm(initial, async ({ name, ...credentials }) => {
    const filled = Object.entries(credentials).filter(([, value]) => value.trim() !== '');
    const body: NewIntegration = { provider, name, ...Object.fromEntries(filled) };
    const { token } = await api.post('/console/integrations/metrics', { body });
    await invalidate(...integrationPaths);
    onConnected(token);
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={`Connect ${label}`}>
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles events from the dialog to the form around it.
          event.stopPropagation();
          void form.submit();
        }}
      >
        <Text size="sm" c="dimmed">
          {help}
        </Text>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <TextInput label="Name" required {...form.text('name')} />
        {fields.map(({ name, label: text, isSecret, isRequired = false, placeholder }) => {
          const Field = isSecret ? PasswordInput : TextInput;
          return (
            <Field
              key={name}
              label={text}
              required={isRequired}
              autoComplete={isSecret ? 'new-password' : 'off'}
              {...(placeholder ? { placeholder } : {})}
              {...form.text(name)}
            />
          );
        })}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            Connect
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
