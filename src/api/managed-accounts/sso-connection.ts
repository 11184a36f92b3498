import { z } from 'zod';
import { managedAccounts } from '../../domain/billing/managed-accounts/index.js';
import { requireUnlimitedCredential } from '../../domain/people/users/index.js';
import {
  deleteConnection,
  findConnection,
  domainTaken,
  saveConnection,
} from '../../domain/people/sso/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, token } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { badRequest, notFound } from '../../platform/lib/errors.js';

const common = {
  tag: 'ManagedAccounts',
  path: '/v2/managed_accounts/{managed_account_token}/sso_connection',
  params: z.object({ managed_account_token: z.string() }),
  role: 'owner',
} as const;

const writes = {
  ...common,
  errors: [400, 404],
  duplicates: domainTaken,
  // Reads the metadata of the identity provider before it writes.
  ownTransaction: true,
  response: managedAccounts.model,
} as const;

const saml_metadata_url = token().describe('Where the identity provider has its metadata.');
const additional_domains = z
  .array(z.string())
  .max(100)
  .describe('Email domains besides the email_domain of the account.');

/** Saves the connection of a managed account, whose email domain is always among the domains. */
async function save(
  ctx: Context,
  account: string,
  changes: { saml_metadata_url?: string; additional_domains?: string[] },
) {
  requireUnlimitedCredential(ctx.actor);
  const row = await managedAccounts.rows.load(ctx, account);
  const { saml_metadata_url, additional_domains: additional } = changes;
  const domains = additional && [row.email_domain!, ...additional];
  const values = {
    domains,
    ...(saml_metadata_url && { type: 'saml' as const, saml_metadata_url }),
  };
  await saveConnection(ctx, row.token, values, 'additional_domains');
  return managedAccounts.serialize(row, ctx);
}

const createConnection = operation({
  ...writes,
  id: 'createSsoConnectionForManagedAccount',
  method: 'POST',
  summary: 'Create the single sign-on connection of a managed account',
  body: z
    .object({
      type: choice(['saml']),
      saml_metadata_url: saml_metadata_url.optional(),
      additional_domains: additional_domains.default([]),
    })
    .meta({ id: 'createSsoConnectionForManagedAccount' }),
  status: 201,
  run: async ({ params: { managed_account_token: account }, body }, ctx) => {
    const row = await managedAccounts.rows.load(ctx, account);
    if (!body.saml_metadata_url) throw badRequest('saml_metadata_url is missing');
    if (!row.email_domain) throw badRequest('email_domain is missing');
    if (await findConnection(ctx.db, row.token)) {
      throw badRequest('The managed account already has an SSO connection');
    }
    return save(ctx, account, body);
  },
});

const updateConnection = operation({
  ...writes,
  id: 'updateSsoConnectionForManagedAccount',
  method: 'PUT',
  summary: 'Update the single sign-on connection of a managed account',
  body: z
    .object({ saml_metadata_url, additional_domains })
    .partial()
    .meta({ id: 'updateSsoConnectionForManagedAccount' }),
  status: 200,
  run: async ({ params: { managed_account_token: account }, body }, ctx) => {
    await requireConnection(ctx, account);
    return save(ctx, account, body);
  },
});

const removeConnection = operation({
  ...common,
  id: 'deleteSsoConnectionForManagedAccount',
  method: 'DELETE',
  summary: 'Delete the single sign-on connection of a managed account; its users stay',
  status: 204,
  errors: [400, 404],
  run: async ({ params: { managed_account_token: account } }, ctx) => {
    requireUnlimitedCredential(ctx.actor);
    await deleteConnection(ctx, await requireConnection(ctx, account));
  },
});

async function requireConnection(ctx: Context, account: string) {
  const row = await managedAccounts.rows.load(ctx, account);
  const connection = await findConnection(ctx.db, row.token);
  if (!connection) throw notFound('SSO Connection');
  return connection;
}

export const ssoConnectionOperations = [createConnection, updateConnection, removeConnection];
