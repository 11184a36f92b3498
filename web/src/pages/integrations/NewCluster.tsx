import { PasswordInput, Select, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import type { Source } from '../../features/getting-started/sources.js';
import { SourceSteps } from '../../features/getting-started/SourceSteps.js';
import { integrationPaths } from '../../features/integrations/integration.js';
import { FormPage } from '../../parts/FormPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { gallery } from './gallery.js';

const kinds = [
  { value: 'opencost', label: 'OpenCost, asked every hour' },
  { value: 'prometheus', label: 'Prometheus, asked every hour' },
  { value: 'files', label: 'Files that are uploaded' },
] as const;

interface Values extends Record<string, unknown> {
  cluster_id: string;
  kind: (typeof kinds)[number]['value'];
  url: string;
  bearer_token: string;
  currency: string;
}

const initial: Values = {
  cluster_id: '',
  kind: 'opencost',
  url: '',
  bearer_token: '',
  currency: '',
};

/** Creates the integration of a cluster. */
export function NewCluster({ source, workspaceToken }: { source: Source; workspaceToken: string }) {
  const form = useForm(
    initial,
    async ({ cluster_id, kind, url, bearer_token: bearer, currency }) => {
      const integration = await api.post('/v2/integrations/kubernetes', {
        body: {
          cluster_id,
          workspace_token: workspaceToken,
          ...(kind !== 'files' && { source: { kind, url } }),
          ...(kind !== 'files' && bearer && { bearer_token: bearer }),
          ...(currency && { currency }),
        },
      });
      await invalidate(...integrationPaths);
      toast(`Created the integration “${cluster_id}”.`);
      return created(integration);
    },
    { labels: { cluster_id: 'Cluster ID', url: 'Address' } },
  );
  const { kind } = form.values;
  return (
    <FormPage title={source.name} back={gallery} form={form} saveLabel="Create integration">
      <SourceSteps source={source} />
      <TextInput
        label="Cluster ID"
        description="As OpenCost or the bill of the nodes calls the cluster"
        required
        {...form.text('cluster_id')}
      />
      <Select
        label="Usage"
        allowDeselect={false}
        data={kinds}
        value={kind}
        onChange={(value) => form.set('kind', value ?? 'opencost')}
      />
      {kind !== 'files' && (
        <>
          <TextInput
            label="Address"
            required
            placeholder="https://opencost.example.com"
            {...form.text('url')}
          />
          <PasswordInput
            label="Bearer token"
            description="If the address requires one; stored encrypted and never shown again"
            autoComplete="off"
            {...form.text('bearer_token')}
          />
        </>
      )}
      {kind !== 'prometheus' && (
        <TextInput
          label="Currency"
          description="That OpenCost is configured for; USD by default"
          maw={240}
          {...form.text('currency')}
        />
      )}
    </FormPage>
  );
}
