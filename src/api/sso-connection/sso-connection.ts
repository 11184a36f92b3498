import { z } from 'zod';
import { requireUnlimitedCredential } from '../../domain/people/users/index.js';
import {
  GroupMapping,
  deleteConnection,
  findConnection,
  organisationRoles,
  ssoConnections,
  domainTaken,
  startTest,
  saveConnection,
  ServiceProvider,
  serviceProviderOf,
} from '../../domain/people/sso/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { choice, clearableToken, token } from '../../platform/kernel/fields.js';
import { Reply, operation } from '../../platform/kernel/operation.js';
import { notFound } from '../../platform/lib/errors.js';

const path = '/v2/sso_connection';
const tag = 'SsoConnection';

async function requireConnection(ctx: Context, forUpdate = false) {
  const row = await findConnection(ctx.db, ctx.actor.accountToken, forUpdate);
  if (!row) throw notFound('SSO Connection');
  return row;
}

const getSsoConnection = operation({
  id: 'getSsoConnection',
  tag,
  method: 'GET',
  path,
  summary: 'Get the single sign-on connection of the account',
  status: 200,
  errors: [403, 404],
  role: 'owner',
  response: ssoConnections.model,
  run: async (_input, ctx) => ssoConnections.serialize(await requireConnection(ctx), ctx),
});

const setSsoConnection = operation({
  id: 'setSsoConnection',
  tag,
  method: 'PUT',
  path,
  summary: 'Create or update the single sign-on connection of the account',
  body: z
    .object({
      type: choice(['oidc', 'saml']).describe('Required for a new connection.'),
      issuer: token().describe('OpenID Connect: issuer, the address before /.well-known.'),
      client_id: token(),
      client_secret: token().describe(
        'Stored encrypted and never returned; needed again for another issuer.',
      ),
      saml_metadata_url: token().describe('SAML: where the identity provider has its metadata.'),
      groups_claim: token().describe('Claim or attribute with the groups; groups unless given.'),
      domains: z.array(z.string()).max(100).describe('Email domains that log in here.'),
      default_role: choice(organisationRoles).describe(
        'Role of users who log in for the first time; viewer unless given.',
      ),
      enforced: z.boolean().describe('Refuse passwords of users of these domains.'),
      break_glass_user_token: clearableToken().describe(
        'The owner who can still log in with a password; needed to enforce single sign-on.',
      ),
      assigns_teams: z
        .boolean()
        .describe('Each log-in sets the teams of a user from the groups, by name or mapping.'),
      group_mappings: z.array(GroupMapping).max(500),
    })
    .partial()
    .meta({ id: 'setSsoConnection' }),
  status: 200,
  errors: [400, 403, 422],
  duplicates: domainTaken,
  role: 'owner',
  // Asks the identity provider before it writes.
  ownTransaction: true,
  response: ssoConnections.model,
  run: async ({ body }, ctx) => {
    requireUnlimitedCredential(ctx.actor);
    const row = await saveConnection(ctx, ctx.actor.accountToken, body);
    return ssoConnections.serialize(row, ctx);
  },
});

const deleteSsoConnection = operation({
  id: 'deleteSsoConnection',
  tag,
  method: 'DELETE',
  path,
  summary: 'Delete the single sign-on connection of the account; its users stay',
  status: 204,
  errors: [403, 404],
  role: 'owner',
  run: async (_input, ctx) => {
    requireUnlimitedCredential(ctx.actor);
    await deleteConnection(ctx, await requireConnection(ctx, true));
  },
});

const testSsoConnection = operation({
  id: 'testSsoConnection',
  tag,
  method: 'POST',
  path: `${path}/test`,
  summary: 'Start a test log-in, whose outcome the connection then has; it opens no session',
  status: 201,
  errors: [403, 404, 429, 503],
  role: 'owner',
  // Waits for the identity provider.
  ownTransaction: true,
  response: z
    .object({ location: z.string().describe('Where the browser that asked logs in.') })
    .meta({ id: 'SsoTest' }),
  run: async (_input, ctx) => {
    const { location, cookie } = await startTest(ctx, await requireConnection(ctx));
    return new Reply({ location }, { headers: { 'set-cookie': cookie } });
  },
});

const getSsoServiceProvider = operation({
  id: 'getSsoServiceProvider',
  tag,
  method: 'GET',
  path: `${path}/service_provider`,
  summary: 'Get the addresses that the identity provider of the account has to know',
  status: 200,
  errors: [403],
  role: 'owner',
  response: ServiceProvider,
  run: async (_input, ctx) => {
    const connection = await findConnection(ctx.db, ctx.actor.accountToken);
    return {
      ...serviceProviderOf(ctx.linkOrigin, ctx.actor.accountToken),
      connection_token: connection?.token ?? null,
    };
  },
});

export const ssoConnectionOperations = [
  getSsoConnection,
  setSsoConnection,
  deleteSsoConnection,
  testSsoConnection,
  getSsoServiceProvider,
];
