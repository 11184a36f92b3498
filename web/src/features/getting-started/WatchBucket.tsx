import { Button, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent } from 'react';
import { providerName } from '../../../../src/domain/providers/providers.js';
import { api } from '../../api/client.js';
import { changed } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';

const providers = [
  ...['aws', 'azure', 'gcp', 'oracle'].map((value) => ({ value, label: providerName(value) })),
  { value: 'custom_provider', label: 'Another provider' },
];

/** What is kept empty is not sent; each kind of place needs its own. */
const start = {
  provider: 'aws',
  name: '',
  url: '',
  endpoint: '',
  region: '',
  access_key_id: '',
  secret_access_key: '',
  sas_token: '',
};

export function WatchBucket() {
  const form = useForm(start, async (values) => {
    const given = Object.entries(values).filter(([, text]) => text.trim() !== '');
    await api.post('/console/integrations/watched', Object.fromEntries(given));
    await changed('/v2/integrations');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  if (form.isSaved) {
    return (
      <Text size="sm" role="status">
        “{form.values.name}” is watched from now on. Its costs show once the first bill is imported.
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
          label="Place"
          required
          placeholder="s3://bucket/path"
          description="s3://, gs://, az:// or file:///"
          {...form.text('url')}
        />
        {url.startsWith('az:') && (
          <>
            <TextInput
              label="Address of the storage account"
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
          Watch it
        </Button>
      </Stack>
    </form>
  );
}
