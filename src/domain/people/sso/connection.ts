import { z } from 'zod';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import type { Db } from '../../../platform/store/tables.js';
import type { OidcSettings } from './oidc.js';
import type { SamlProvider } from './saml-metadata.js';

export const organisationRoles = ['viewer', 'editor', 'integration_owner', 'owner'] as const;

export const GroupMapping = z
  .object({
    group: z.string().min(1).max(500).describe('As the identity provider sends it.'),
    team_token: z.string().nullish().describe('Team that members of the group join.'),
    role: z
      .enum(organisationRoles)
      .nullish()
      .describe('Organization role of members of the group; of several, the highest.'),
  })
  .meta({ id: 'SsoGroupMapping' });
export type GroupMapping = z.output<typeof GroupMapping>;

const TestLogIn = z
  .object({
    tested_at: z.string(),
    succeeded: z.boolean(),
    error: z.string().nullable().describe('Why the log-in would have failed.'),
    subject: z.string().nullable(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    groups: z.array(z.string()),
    role: z.string().nullable().describe('The organization role that the user would have.'),
    team_tokens: z.array(z.string()).describe('Teams that the groups give.'),
  })
  .meta({ id: 'SsoTestLogIn' });
export type TestLogIn = z.input<typeof TestLogIn>;

const SsoConnection = z
  .object({
    token: z.string(),
    type: z.string().describe('oidc or saml'),
    issuer: z.string().nullable().describe('OpenID Connect: issuer of the identity provider.'),
    client_id: z.string().nullable(),
    secret_changed_at: z.string().nullable().describe('When the client secret was last changed.'),
    saml_metadata_url: z.string().nullable(),
    saml_entity_id: z.string().nullable().describe('SAML: entity id of the identity provider.'),
    groups_claim: z.string().describe('Claim or attribute with the groups of a user.'),
    domains: z.array(z.string()).describe('Email domains that log in here.'),
    default_role: z.string().describe('Role of users who log in for the first time.'),
    enforced: z.boolean().describe('Passwords are refused for users of these domains.'),
    break_glass_user_token: z
      .string()
      .nullable()
      .describe('The owner who can still log in with a password.'),
    assigns_teams: z.boolean().describe('Each log-in sets the teams of a user from the groups.'),
    group_mappings: z.array(GroupMapping),
    last_test: TestLogIn.nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'SsoConnection' });

export type ConnectionRow = Row<'sso_connections'>;

interface SamlSettings extends SamlProvider {
  metadata_url: string;
  groups_attribute: string;
  fetched_at: string;
}

export const oidcSettingsOf = (row: ConnectionRow) => row.settings as unknown as OidcSettings;
export const samlSettingsOf = (row: ConnectionRow) => row.settings as unknown as SamlSettings;

/** The identity provider of an account; its client secret is never returned. */
export const ssoConnections = entity({
  table: 'sso_connections',
  prefix: 'sso_cnnctn',
  kind: 'SSO Connection',
  title: 'type',
  access: { within: 'account', write: 'owner' },
  model: SsoConnection,
  unaudited: ['last_test'],
  unversioned: ['last_test'],
  derive: async (rows, ctx) => {
    const tokens = rows.map((row) => row.token);
    const domains = await ctx.db
      .selectFrom('sso_domains')
      .selectAll()
      .where('connection_token', 'in', tokens)
      .orderBy('position')
      .orderBy('domain')
      .execute();
    return (row) => ({
      ...describeSettings(row),
      domains: domains.filter((each) => each.connection_token === row.token).map((d) => d.domain),
    });
  },
});

function describeSettings(row: ConnectionRow) {
  const [oidc, saml] = [oidcSettingsOf(row), samlSettingsOf(row)];
  const isOidc = row.type === 'oidc';
  return {
    issuer: isOidc ? oidc.issuer : null,
    client_id: isOidc ? oidc.client_id : null,
    saml_metadata_url: isOidc ? null : saml.metadata_url,
    saml_entity_id: isOidc ? null : saml.entity_id,
    groups_claim: isOidc ? oidc.groups_claim : saml.groups_attribute,
    secret_changed_at: row.secret_changed_at && formatTimestamp(row.secret_changed_at),
  };
}

/** The connection of an account, if it has one. */
export async function findConnection(
  db: Db,
  account: string,
  forUpdate = false,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('sso_connections')
    .selectAll()
    .where('account_token', '=', account)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The connection that users of an email domain log in with, if there is one. */
export async function findConnectionOfDomain(
  db: Db,
  domain: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('sso_connections')
    .selectAll()
    .where('token', '=', (eb) =>
      eb.selectFrom('sso_domains').select('connection_token').where('domain', '=', domain),
    )
    .executeTakeFirst();
}

/** Deletes a connection with its identities; users keep their accounts. */
export async function deleteConnection(ctx: Context, row: ConnectionRow): Promise<void> {
  await ssoConnections.record(ctx, row, await ssoConnections.serialize(row, ctx), null);
  await ctx.db.deleteFrom('sso_connections').where('token', '=', row.token).execute();
}
