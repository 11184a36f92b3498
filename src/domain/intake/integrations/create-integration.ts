import type { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { replaceLinks } from '../../../platform/kernel/links.js';
import type { IntegrationStatus } from '../../../platform/store/tables.js';
import { type Integration, integrations } from './integration.js';

/** Attributes of a new integration. */
export interface NewIntegration {
  provider: string;
  account_identifier: string | null;
  name: string;
  description?: string | null;
  status: IntegrationStatus;
  settings?: Record<string, unknown>;
  /** Stored encrypted; the audit log contains only their names. */
  secrets?: Record<string, string | undefined>;
  workspaces?: readonly string[];
}

/** Creates an integration and its audit entry. */
export async function createIntegration(
  ctx: Context,
  { secrets = {}, settings = {}, workspaces = [], ...columns }: NewIntegration,
): Promise<z.input<typeof Integration>> {
  const definedSecrets = Object.entries(secrets).filter(([, value]) => value !== undefined);
  const { token } = await integrations.rows.insert(ctx, {
    token: integrations.newToken(),
    account_token: ctx.actor.accountToken,
    ...columns,
    settings: JSON.stringify(settings),
    secrets:
      definedSecrets.length > 0
        ? ctx.services.vault.seal(Object.fromEntries(definedSecrets))
        : null,
    created_at: ctx.now,
  });
  const owner = { integration_token: token };
  await replaceLinks(ctx.db, 'integration_workspaces', {
    owner,
    column: 'workspace_token',
    tokens: workspaces,
  });
  const row = await integrations.rows.load(ctx, token);
  const created = await integrations.serialize(row, ctx);
  const secretNames = definedSecrets.map(([name]) => name);
  const audited = { ...created, ...settings, ...Object.fromEntries(definedSecrets) };
  await integrations.record(ctx, row, null, audited, secretNames);
  return created;
}
