import { z } from 'zod';
import { recordChange } from '../../platform/kernel/audit.js';
import type { Context } from '../../platform/kernel/context.js';
import { text, title } from '../../platform/kernel/fields.js';
import { replaceLinks } from '../../platform/kernel/links.js';
import { operation } from '../../platform/kernel/operation.js';
import { newToken } from '../../platform/lib/tokens.js';
import type { IntegrationStatus } from '../../platform/store/tables.js';
import { Integration, integrations } from '../../api/integrations/integrations.js';

/** What an integration is born with. */
export interface NewIntegration {
  provider: string;
  account_identifier: string | null;
  name: string;
  description?: string | null;
  status: IntegrationStatus;
  settings?: Record<string, unknown>;
  /** Sealed before it is stored, named in the audit log, shown nowhere. */
  secrets?: Record<string, string | undefined>;
  workspaces?: readonly string[];
}

/** Makes an integration and the audit entry of it. */
export async function createIntegration(
  ctx: Context,
  { secrets = {}, settings = {}, workspaces = [], ...columns }: NewIntegration,
): Promise<z.input<typeof Integration>> {
  const given = Object.entries(secrets).filter(([, value]) => value !== undefined);
  const { token } = await integrations.rows.insert(ctx, {
    token: newToken('accss_crdntl'),
    account_token: ctx.actor.accountToken,
    ...columns,
    settings: JSON.stringify(settings),
    secrets: given.length > 0 ? ctx.services.vault.seal(Object.fromEntries(given)) : null,
    created_at: ctx.now,
  });
  const owner = { integration_token: token };
  await replaceLinks(ctx.db, 'integration_workspaces', {
    owner,
    column: 'workspace_token',
    tokens: workspaces,
  });
  const row = await integrations.rows.load(ctx, token);
  const [shown] = await integrations.show([row], ctx);
  await recordChange(ctx, {
    type: 'Integration',
    token: row.token,
    title: row.name,
    before: null,
    after: { ...shown, ...settings, ...Object.fromEntries(given) },
    secrets: given.map(([name]) => name),
  });
  return shown as z.input<typeof Integration>;
}

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
      // Nothing has to be checked before the first upload.
      status: 'connected',
    }),
});

const createGcp = operation({
  id: 'createGCPIntegration',
  tag: 'Integrations',
  method: 'POST',
  path: '/v2/integrations/gcp',
  summary: 'Create a GCP integration over a billing export',
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
  summary: 'Create an Azure integration from the credentials of a service principal',
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
