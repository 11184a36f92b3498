import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import { api } from '../../api/client.js';
import { useWorkspace } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { integrationPaths } from '../../features/integrations/integration.js';
import { emptyLocation, withoutEmpty } from '../../features/integrations/location.js';
import { FormPage } from '../../parts/FormPage.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { LocationFields } from './LocationFields.js';
import { WorkspaceChoice } from './WorkspaceChoice.js';

const cloudProviders = ['aws', 'gcp', 'azure'] as const;
type Provider = (typeof cloudProviders)[number] | 'custom_provider';

const providers: { value: Provider; label: string }[] = [
  ...cloudProviders.map((value) => ({ value, label: providerName(value) })),
  { value: 'custom_provider', label: 'Custom' },
];

const hints: Record<Provider, string> = {
  aws: 'Imports Cost and Usage Reports or FOCUS exports from an S3 bucket, with a role or access keys.',
  gcp: 'Imports the billing export from files in a Cloud Storage bucket.',
  azure: 'Imports cost exports (FOCUS, actual or amortized) from a storage account.',
  custom_provider:
    'Imports the costs of any other provider. Leave the location empty to upload CSV files.',
};

export function NewIntegration() {
  const workspace = useWorkspace();
  return (
    <OnlyFor role="Integration Owner" title="New integration" what="Creating integrations is">
      {workspace ? <NewForm workspaceToken={workspace.token} /> : <PageSkeleton />}
    </OnlyFor>
  );
}

const initial = { provider: 'aws' as Provider, name: '', ...emptyLocation };

function create(values: typeof initial): Promise<Schemas['Integration']> {
  const { provider, name, ...fields } = values;
  const location = withoutEmpty(fields);
  if (provider === 'custom_provider' && !location.url) {
    return api.post('/v2/integrations/custom_provider', { body: { name } });
  }
  if (provider === 'aws' && location.role_arn) {
    const body = { ...location, ...withoutEmpty({ name }) };
    return api.post('/console/integrations/aws', { body });
  }
  return api.post('/console/integrations/watched', { body: { provider, name, ...location } });
}

function NewForm({ workspaceToken }: { workspaceToken: string }) {
  const form = useForm(
    { ...initial, workspace_tokens: [workspaceToken] },
    async ({ workspace_tokens, ...values }) => {
      const integration = await create(values);
      if (workspace_tokens.length > 0) {
        await api.put('/v2/integrations/{integration_token}', {
          path: { integration_token: integration.token },
          body: { workspace_tokens },
        });
      }
      await invalidate(...integrationPaths);
      toast(`Created the integration “${values.name}”.`);
      return created(integration);
    },
    { labels: { url: 'Location' } },
  );
  const { provider, url, workspace_tokens: workspaceTokens } = form.values;
  return (
    <FormPage
      title="New integration"
      back={{ label: 'Integrations', to: '/integrations' }}
      form={form}
      saveLabel="Create integration"
    >
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Provider"
          data={providers}
          value={provider}
          onChange={(value) => form.set('provider', value)}
        />
        <Text size="sm" c="dimmed">
          {hints[provider]}
        </Text>
      </Stack>
      <TextInput label="Name" required {...form.text('name')} />
      <LocationFields url={url} isRequired={provider !== 'custom_provider'} text={form.text} />
      <WorkspaceChoice
        value={workspaceTokens}
        onChange={(tokens) => form.set('workspace_tokens', tokens)}
      />
    </FormPage>
  );
}
