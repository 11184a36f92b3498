import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.js';
import { unauthorized } from '../lib/errors.js';
import { hashSecret } from '../lib/secrets.js';
import { formatDate } from '../lib/time.js';
import type { Services } from '../kernel/services.js';

/**
 * Authenticates an identity provider by its SCIM token. It acts for the whole account, but its token opens
 * no other route, and no other credential opens these.
 */
export async function authenticateScim(
  request: FastifyRequest,
  { db }: Services,
  now: Date,
): Promise<Actor> {
  const secret = /^bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const row =
    secret &&
    (await db
      .selectFrom('scim_tokens')
      .selectAll()
      .where('secret_hash', '=', hashSecret(secret))
      .executeTakeFirst());
  if (!row) throw unauthorized();
  const today = formatDate(now);
  if (row.last_used_at !== today) {
    await db
      .updateTable('scim_tokens')
      .set({ last_used_at: today })
      .where('token', '=', row.token)
      .execute();
  }
  return {
    accountToken: row.account_token,
    token: row.token,
    kind: 'team',
    name: `SCIM: ${row.description}`,
    role: 'owner',
    teams: [],
    accountWorkspaces: [],
    workspaceNames: {},
    defaultWorkspaceToken: null,
    defaultDashboardToken: null,
    source: 'api',
    scopes: ['read', 'write'],
    credential: null,
  };
}
