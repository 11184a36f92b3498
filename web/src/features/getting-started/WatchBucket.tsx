import { Button, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent } from 'react';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Body } from '../../api/types.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { useForm } from '../../parts/use-form.js';
import { integrationPaths } from '../integrations/integration.js';
import { emptyLocation, withoutEmpty } from '../integrations/location.js';

type Provider = Body<'/console/integrations/watched', 'post'>['provider'];

const cloudProviders: Provider[] = ['aws', 'azure', 'gcp', 'oracle'];
const providers = [
  ...cloudProviders.map((value) => ({ value, label: providerName(value) })),
  { value: 'custom_provider' as const, label: 'Other provider' },
];

const initial = { provider: 'aws' as Provider, name: '', ...emptyLocation };

/** Creates an integration that watches a bucket or folder for new bills. */
export function WatchBucket() {
  const form = useForm(initial, async (values) => {
    await api.post('/console/integrations/watched', { body: withoutEmpty(values) });
    await invalidate(...integrationPaths);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  if (form.isSaved) {
    return (
      <Text size="sm" role="status">
        Farthing now watches “{form.values.name}”. Its costs appear once the first bill is imported.
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
            <TextInput label="Access key ID" autoComplete="off" {...form.text('access_key_id')} />
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
