import { z } from 'zod';
import { createIntegration } from '../../domain/integrations/create-integration.js';
import { Integration } from '../../domain/integrations/integration.js';
import { text, title } from '../../platform/kernel/fields.js';
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

export const createIntegrations = [createCustomProvider, createGcp, createAzure];
