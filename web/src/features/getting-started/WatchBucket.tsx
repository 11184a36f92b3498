import { Button, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent } from 'react';
import { providerName } from '../../../../src/domain/providers/providers.js';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Body } from '../../api/types.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';

type Provider = Body<'/console/integrations/watched', 'post'>['provider'];

const cloudProviders: Provider[] = ['aws', 'azure', 'gcp', 'oracle'];
const providers = [
  ...cloudProviders.map((value) => ({ value, label: providerName(value) })),
  { value: 'custom_provider' as const, label: 'Another provider' },
];

const initial = {
  provider: 'aws' as Provider,
  name: '',
  url: '',
  endpoint: '',
  region: '',
  access_key_id: '',
  secret_access_key: '',
  sas_token: '',
};

export function WatchBucket() {
  const form = useForm(initial, async (values) => {
    // Fields left empty are not sent: which of them are needed depends on the location.
    const filled = Object.entries(values).filter(([, text]) => text.trim() !== '');
    const body = Object.fromEntries(filled) as typeof values;
    await api.post('/console/integrations/watched', { body });
    await invalidate('/v2/integrations');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  if (form.isSaved) {
    return (
      <Text size="sm" role="status">
        “{form.values.name}” is now watched. Its costs show once the first bill is imported.
      </Text>
    );
  }
  const { url } = form.values;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <Select
          label="Provider"
          allowDeselect={false}
          data={providers}
          value={form.values.provider}
          onChange={(provider) => form.set('provider', provider ?? 'aws')}
        />
        <TextInput label="Name" required {...form.text('name')} />
        <TextInput
          label="Location"
          required
          placeholder="s3://bucket/path"
          description="s3://, gs://, az:// or file:///"
          {...form.text('url')}
        />
        {url.startsWith('az:') && (
          <>
            <TextInput
              label="Storage account URL"
              required
              placeholder="https://account.blob.core.windows.net"
              {...form.text('endpoint')}
            />
            <PasswordInput label="SAS token" autoComplete="off" {...form.text('sas_token')} />
          </>
        )}
        {/^(s3|gs):/.test(url) && (
          <>
            <TextInput label="Region" {...form.text('region')} />
            <TextInput label="Access key" autoComplete="off" {...form.text('access_key_id')} />
            <PasswordInput
              label="Secret access key"
              autoComplete="off"
              {...form.text('secret_access_key')}
            />
          </>
        )}
        <Button type="submit" loading={form.isSaving}>
          Start watching
        </Button>
      </Stack>
    </form>
  );
}
