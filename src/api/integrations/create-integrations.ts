import { z } from 'zod';
import { createIntegration, Integration } from '../../domain/intake/integrations/index.js';
import { ClusterSource } from '../../domain/optimise/kubernetes/index.js';
import { clusterProviders } from '../../domain/costs/providers/index.js';
import { choice, filledText, text, title, token } from '../../platform/kernel/fields.js';
import { chooseWorkspace } from '../../platform/kernel/workspace-choice.js';
import { operation } from '../../platform/kernel/operation.js';

const createCustomProvider = operation({
  id: 'createCustomProviderIntegration',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/custom_provider',
  summary: 'Create a custom provider, whose costs are uploaded as CSV files',
  body: z
    .object({ name: title(), description: text().optional() })
    .meta({ id: 'createCustomProviderIntegration' }),
  status: 201,
  errors: [400, 403],
  role: 'integration_owner',
  response: Integration,
  run: ({ body: { name, description } }, ctx) =>
    createIntegration(ctx, {
      provider: 'custom_provider',
      account_identifier: name,
      name,
      description,
      // There is no connection to check.
      status: 'connected',
    }),
});

const createGcp = operation({
  id: 'createGCPIntegration',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/gcp',
  summary: 'Create a GCP integration for a billing export',
  body: z
    .object({ billing_account_id: title(), project_id: title(), dataset_name: title() })
    .meta({ id: 'createGCPIntegration' }),
  status: 201,
  errors: [400],
  role: 'integration_owner',
  response: Integration,
  run: ({ body: { billing_account_id, ...settings } }, ctx) =>
    createIntegration(ctx, {
      provider: 'gcp',
      account_identifier: billing_account_id,
      name: `gcp ${billing_account_id}`,
      status: 'pending',
      settings,
    }),
});

const createAzure = operation({
  id: 'createAzureIntegration',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/azure',
  summary: 'Create an Azure integration with the credentials of a service principal',
  body: z
    .object({ tenant: title(), app_id: title(), password: title() })
    .meta({ id: 'createAzureIntegration' }),
  status: 201,
  errors: [400],
  role: 'integration_owner',
  response: Integration,
  run: ({ body: { tenant, app_id, password } }, ctx) =>
    createIntegration(ctx, {
      provider: 'azure',
      account_identifier: tenant,
      name: `azure ${tenant}`,
      status: 'pending',
      settings: { app_id },
      secrets: { password },
    }),
});

const createKubernetes = operation({
  id: 'createKubernetesIntegration',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/kubernetes',
  summary:
    'Create a Kubernetes integration: a cluster that is asked every hour, or whose files are uploaded',
  body: z
    .object({
      cluster_id: z
        .string()
        .regex(
          /^[A-Za-z0-9._-]{1,255}$/,
          'may have letters, digits, dots, underscores and hyphens',
        ),
      provider: choice(clusterProviders).optional().describe('kubernetes by default.'),
      source: ClusterSource.optional().describe('Without one, allocation files are uploaded.'),
      bearer_token: filledText(10_000).optional().describe('Sent to the source.'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be a code like EUR')
        .optional()
        .describe('Currency that OpenCost is configured for; USD by default.'),
      workspace_token: token().optional().describe('Workspace that sees the cluster.'),
    })
    .meta({ id: 'createKubernetesIntegration' }),
  status: 201,
  errors: [400, 403],
  role: 'integration_owner',
  response: Integration,
  run: ({ body }, ctx) => {
    const { cluster_id, provider = 'kubernetes', source, bearer_token, currency } = body;
    return createIntegration(ctx, {
      provider,
      account_identifier: cluster_id,
      name: cluster_id,
      status: source ? 'pending' : 'connected',
      settings: { ...(source && { cluster_source: source }), ...(currency && { currency }) },
      secrets: { bearer_token },
      workspaces: body.workspace_token ? [chooseWorkspace(ctx, body.workspace_token)] : [],
    });
  },
});

export const createIntegrations = [createCustomProvider, createGcp, createAzure, createKubernetes];
