import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';
import { type SourceType, sources } from './source.js';

interface AccessField {
  name: string;
  label: string;
  isSecret?: boolean;
  isRequired?: boolean;
  placeholder?: string;
}

const secret = (name: string, label: string, isRequired = true): AccessField => ({
  name,
  label,
  isSecret: true,
  isRequired,
});

/** What each provider of metrics is opened with. */
const access: Record<Exclude<SourceType, 'csv'>, { help: string; fields: AccessField[] }> = {
  cloudwatch: {
    help: 'A role or keys that may read metrics. With neither, this installation uses its own access.',
    fields: [
      { name: 'role_arn', label: 'Role', placeholder: 'arn:aws:iam::123456789012:role/metrics' },
      { name: 'external_id', label: 'External id' },
      secret('access_key_id', 'Access key id', false),
      secret('secret_access_key', 'Secret access key', false),
    ],
  },
  datadog_metrics: {
    help: 'Keys that may read metrics.',
    fields: [
      { name: 'endpoint', label: 'Site', placeholder: 'https://api.datadoghq.eu' },
      secret('api_key', 'API key'),
      secret('application_key', 'Application key'),
    ],
  },
  snowflake_metrics: {
    help: 'A programmatic access token of a user that may read the tables.',
    fields: [
      {
        name: 'endpoint',
        label: 'Account',
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
  type: Exclude<SourceType, 'csv'>;
  onConnected: (integration: string) => void;
  onClose: () => void;
}

/** An integration that metrics are read through. What it is opened with is never shown again. */
export function ConnectSource({ type, onConnected, onClose }: ConnectSourceProps) {
  const { label, provider } = sources[type];
  const { help, fields } = access[type];
  const start = Object.fromEntries([['name', label], ...fields.map(({ name }) => [name, ''])]);
  const form = useForm<Record<string, string>>(start, async (values) => {
    const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
    const made = await api.post<{ token: string }>('/console/integrations/metrics', {
      provider,
      ...Object.fromEntries(given),
    });
    await invalidate('/v2/integrations', '/console/integrations');
    onConnected(made.token);
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={`Connect ${label}`}>
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          // React passes what happens in here on to the form around it.
          event.stopPropagation();
          void form.submit();
        }}
      >
        <Text size="sm" c="dimmed">
          {help}
        </Text>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <TextInput label="Name" required {...form.text('name')} />
        {fields.map(({ name, label: title, isSecret, isRequired = false, placeholder }) => {
          const Field = isSecret ? PasswordInput : TextInput;
          return (
            <Field
              key={name}
              label={title}
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
