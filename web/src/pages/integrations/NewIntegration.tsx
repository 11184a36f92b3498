import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { providerName } from '../../../../src/domain/providers/providers.js';
import { invalidate } from '../../api/queries.js';
import { useMe, useWorkspace } from '../../api/current-user.js';
import { api } from '../../api/untyped.js';
import { type Integration, integrationPaths } from '../../features/integrations/integration.js';
import { FormPage } from '../../parts/FormPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { LocationFields, emptyLocation, filled } from './location-fields.js';

const kinds = [
  ...['aws', 'gcp', 'azure'].map((value) => ({ value, label: providerName(value) })),
  { value: 'custom_provider', label: 'Custom' },
];

const hints: Record<string, string> = {
  aws: 'Farthing reads the cost and usage reports (CUR or FOCUS) in an S3 bucket, through a role or with keys.',
  gcp: 'Farthing reads the billing export, written as files into a Cloud Storage bucket.',
  azure: 'Farthing reads cost exports (FOCUS, actual or amortised) in a storage account.',
  custom_provider: 'Costs of anything else. Leave the address empty to upload CSV files by hand.',
};

export function NewIntegration() {
  const workspace = useWorkspace();
  return (
    <OnlyFor role="Integration Owner" title="New integration" what="Setting up integrations is">
      {workspace ? <NewForm workspace={workspace.token} /> : <PageSkeleton />}
    </OnlyFor>
  );
}

const start = { provider: 'aws', name: '', ...emptyLocation };
type Values = typeof start;

function create({ provider, name, ...location }: Values): Promise<Integration> {
  const place = filled(location);
  if (provider === 'custom_provider' && !place['url']) {
    return api.post('/v2/integrations/custom_provider', { name });
  }
  if (provider === 'aws' && place['role_arn']) {
    return api.post('/console/integrations/aws', { ...place, ...filled({ name }) });
  }
  return api.post('/console/integrations/watched', { provider, name, ...place });
}

function NewForm({ workspace }: { workspace: string }) {
  const workspaces = useMe()?.workspaces ?? [];
  const form = useForm({ ...start, shown_in: [workspace] }, async ({ shown_in, ...values }) => {
    const { token } = await create(values);
    if (shown_in.length > 0) {
      await api.put(`/v2/integrations/${token}`, { workspace_tokens: shown_in });
    }
    await invalidate(...integrationPaths);
    toast(`Made the integration “${values.name}”.`);
  });
  const { provider, url, shown_in: shownIn } = form.values;
  return (
    <FormPage
      title="New integration"
      back={{ label: 'Integrations', to: '/integrations' }}
      form={form}
      saveLabel="Create"
    >
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Provider"
          data={kinds}
          value={provider}
          onChange={(value) => form.set('provider', value)}
        />
        <Text size="sm" c="dimmed">
          {hints[provider]}
        </Text>
      </Stack>
      <TextInput label="Name" required {...form.text('name')} />
      <LocationFields url={url} isRequired={provider !== 'custom_provider'} text={form.text} />
      <Checkbox.Group
        label="Shown in"
        description="Its costs appear in the reports of these workspaces."
        value={shownIn}
        onChange={(tokens) => form.set('shown_in', tokens)}
      >
        <Stack gap="sm" mt="sm">
          {workspaces.map(({ token, name }) => (
            <Checkbox key={token} value={token} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormPage>
  );
}
