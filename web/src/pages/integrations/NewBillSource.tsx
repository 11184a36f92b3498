import { Select, TextInput } from '@mantine/core';
import { providerNames } from '../../../../src/domain/costs/providers/providers.js';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Body, Schemas } from '../../api/types.js';
import type { Source, SourceForm } from '../../features/getting-started/sources.js';
import { SourceSteps } from '../../features/getting-started/SourceSteps.js';
import { integrationPaths } from '../../features/integrations/integration.js';
import { emptyLocation, withoutEmpty } from '../../features/integrations/location.js';
import { FormPage } from '../../parts/FormPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { gallery } from './gallery.js';
import { LocationFields } from './LocationFields.js';
import { WorkspaceChoice } from './WorkspaceChoice.js';

type Provider = Body<'/console/integrations/watched', 'post'>['provider'];

/** Providers with sources of their own are not among the others. */
const own = new Set(['aws', 'azure', 'azure_csp', 'gcp', 'oracle', 'custom_provider']);
const clusters = new Set(['kubernetes', 'kubernetes_agent', 'opencost']);
const others: { value: Provider; label: string }[] = [
  { value: 'custom_provider', label: 'Any provider' },
  ...Object.entries(providerNames)
    .filter(([key]) => !own.has(key) && !clusters.has(key))
    .map(([key, label]) => ({ value: key as Provider, label })),
];

const initial = { provider: 'custom_provider' as Provider, name: '', ...emptyLocation };

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

const providerOf = (form: BillForm): Provider =>
  form.kind === 'watched' ? form.provider : 'custom_provider';

type BillForm = Extract<SourceForm, { kind: 'watched' | 'custom' }>;

interface NewBillSourceProps {
  source: Source;
  form: BillForm;
  workspaceToken: string;
}

/** Creates an integration that bills are read from or uploaded to. */
export function NewBillSource({ source, form: kind, workspaceToken }: NewBillSourceProps) {
  const form = useForm(
    { ...initial, provider: providerOf(kind), workspace_tokens: [workspaceToken] },
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
  const { url, workspace_tokens: workspaceTokens } = form.values;
  return (
    <FormPage title={source.name} back={gallery} form={form} saveLabel="Create integration">
      <SourceSteps source={source} />
      {kind.kind === 'custom' && (
        <Select
          label="Provider"
          description="Costs of a named provider are filtered and grouped by its name."
          allowDeselect={false}
          searchable
          nothingFoundMessage="No matches"
          data={others}
          value={form.values.provider}
          onChange={(value) => form.set('provider', value ?? 'custom_provider')}
        />
      )}
      <TextInput label="Name" required {...form.text('name')} />
      <LocationFields
        url={url}
        isRequired={form.values.provider !== 'custom_provider'}
        {...(kind.kind === 'watched' && { placeholder: kind.placeholder })}
        text={form.text}
      />
      <WorkspaceChoice
        value={workspaceTokens}
        onChange={(tokens) => form.set('workspace_tokens', tokens)}
      />
    </FormPage>
  );
}
