import { z } from 'zod';
import type { Db } from '../../../platform/store/tables.js';

export const SsoConnectionSummary = z
  .object({
    type: z.string(),
    saml_metadata_url: z.string().nullable(),
    domains: z.array(z.string()),
  })
  .meta({ id: 'SsoConnectionSummary' });

/** The SSO connections of managed accounts by their tokens; accounts without one are left out. */
export async function readSsoConnections(
  db: Db,
  managedAccounts: readonly string[],
): Promise<ReadonlyMap<string, z.input<typeof SsoConnectionSummary>>> {
  const connections = await db
    .selectFrom('sso_connections')
    .select(['token', 'account_token', 'type', 'settings'])
    .where('account_token', 'in', managedAccounts)
    .execute();
  if (connections.length === 0) return new Map();
  const domains = await db
    .selectFrom('sso_domains')
    .select(['connection_token', 'domain'])
    .where(
      'connection_token',
      'in',
      connections.map(({ token }) => token),
    )
    .orderBy('position')
    .execute();
  return new Map(
    connections.map(({ token, account_token, type, settings }) => [
      account_token,
      {
        type,
        saml_metadata_url: type === 'saml' ? String(settings['metadata_url']) : null,
        domains: domains
          .filter((each) => each.connection_token === token)
          .map(({ domain }) => domain),
      },
    ]),
  );
}
