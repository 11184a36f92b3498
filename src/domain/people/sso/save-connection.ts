import type { Context } from '../../../platform/kernel/context.js';
import type { Services } from '../../../platform/kernel/services.js';
import {
  DomainFailure,
  ShapeFailure,
  UnknownReference,
  unprocessable,
} from '../../../platform/lib/errors.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { hasUserInfo, userInfoRefusal } from '../../../platform/lib/web-address.js';
import type { OrganisationRole } from '../../../platform/store/tables.js';
import {
  type ConnectionRow,
  type GroupMapping,
  findConnection,
  oidcSettingsOf,
  samlSettingsOf,
  ssoConnections,
} from './connection.js';
import { readDomains, replaceDomains } from './domains.js';
import { discoverProvider } from './oidc.js';
import { isProviderUrl } from './provider-request.js';
import { fetchSamlProvider } from './saml-metadata.js';
import { asSsoFailure } from './sso-failure.js';

/** What can be set; what is absent stays as it is. */
interface ConnectionChanges {
  type?: 'oidc' | 'saml' | undefined;
  issuer?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  saml_metadata_url?: string | undefined;
  groups_claim?: string | undefined;
  domains?: string[] | undefined;
  default_role?: OrganisationRole | undefined;
  enforced?: boolean | undefined;
  break_glass_user_token?: string | null | undefined;
  assigns_teams?: boolean | undefined;
  group_mappings?: GroupMapping[] | undefined;
}

/**
 * Creates or changes the connection of an account. The identity provider is asked first, outside of the
 * transaction: a connection that cannot work is not stored.
 */
export async function saveConnection(
  ctx: Context,
  account: string,
  changes: ConnectionChanges,
  domainField = 'domains',
): Promise<ConnectionRow> {
  const stored = await findConnection(ctx.db, account);
  const provider = await readProvider(ctx, stored, changes);
  const domains = changes.domains && readDomains(domainField, changes.domains);
  return ctx.services.db.transaction().execute(async (db) => {
    const scope = { ...ctx, db };
    const before = await findConnection(db, account, true);
    const beforeValues = before && (await ssoConnections.serialize(before, scope));
    const rights = await readRights(scope, account, before, changes);
    const values = { ...provider, ...rights };
    const row = before
      ? await ssoConnections.rows.update(scope, before.token, values)
      : await ssoConnections.rows.insert(scope, {
          token: ssoConnections.newToken(),
          account_token: account,
          created_at: ctx.now,
          ...values,
        });
    if (domains) await replaceDomains(scope, row, domainField, domains);
    const after = await ssoConnections.serialize(row, scope);
    if (after.domains.length === 0) throw new DomainFailure([`${domainField} is missing`]);
    await ssoConnections.record(scope, row, beforeValues ?? null, after);
    return row;
  });
}

/** The columns that say which identity provider it is, checked by asking it. */
async function readProvider(
  ctx: Context,
  stored: ConnectionRow | undefined,
  changes: ConnectionChanges,
) {
  const type = changes.type ?? stored?.type;
  if (!type) throw new ShapeFailure(['type is missing']);
  const same = stored?.type === type ? stored : undefined;
  return type === 'oidc'
    ? { type, ...(await readOidc(ctx, same, changes)) }
    : { type, ...(await readSaml(ctx, same, changes)) };
}

async function readOidc(ctx: Context, same: ConnectionRow | undefined, changes: ConnectionChanges) {
  const { vault } = ctx.services;
  const known = same && oidcSettingsOf(same);
  const issuer = requireUrl(ctx.services, 'issuer', changes.issuer ?? known?.issuer);
  const client_id = changes.client_id ?? known?.client_id;
  if (!client_id) throw new ShapeFailure(['client_id is missing']);
  // A stored secret is not sent to another provider.
  const isKept = known?.issuer === issuer && same?.client_secret;
  const secret = changes.client_secret ?? (isKept ? (vault.open(isKept) as string) : undefined);
  if (!secret) throw new ShapeFailure(['client_secret is missing']);
  const settings = {
    issuer,
    client_id,
    groups_claim: changes.groups_claim ?? known?.groups_claim ?? 'groups',
  };
  await discoverProvider(ctx.services, settings, secret).catch((error: unknown) => {
    throw new DomainFailure([`issuer: ${asSsoFailure(error).reason}`]);
  });
  const isNewSecret = changes.client_secret !== undefined;
  return {
    settings: JSON.stringify(settings),
    ...(isNewSecret && { client_secret: vault.seal(secret), secret_changed_at: ctx.now }),
  };
}

async function readSaml(ctx: Context, same: ConnectionRow | undefined, changes: ConnectionChanges) {
  const known = same && samlSettingsOf(same);
  const metadata_url = requireUrl(
    ctx.services,
    'saml_metadata_url',
    changes.saml_metadata_url ?? known?.metadata_url,
  );
  const provider = await fetchSamlProvider(ctx.services, metadata_url).catch((error: unknown) => {
    throw new DomainFailure([`saml_metadata_url: ${asSsoFailure(error).reason}`]);
  });
  const settings = {
    ...provider,
    metadata_url,
    groups_attribute: changes.groups_claim ?? known?.groups_attribute ?? 'groups',
    fetched_at: formatTimestamp(ctx.now),
  };
  return { settings: JSON.stringify(settings), client_secret: null, secret_changed_at: null };
}

function requireUrl({ config }: Services, field: string, url: string | undefined): string {
  if (!url) throw new ShapeFailure([`${field} is missing`]);
  if (hasUserInfo(url)) throw new DomainFailure([`${field} ${userInfoRefusal}`]);
  if (isProviderUrl(url, config.outboundNetworks)) return url;
  throw new DomainFailure([`${field} must be a URL that starts with https://`]);
}

/** The columns that say what users of the identity provider may do. */
async function readRights(
  ctx: Context,
  account: string,
  stored: ConnectionRow | undefined,
  changes: ConnectionChanges,
) {
  const enforced = changes.enforced ?? stored?.enforced ?? false;
  const breakGlass =
    changes.break_glass_user_token === undefined
      ? (stored?.break_glass_user_token ?? null)
      : changes.break_glass_user_token;
  if (enforced || changes.break_glass_user_token) {
    await requireBreakGlassOwner(ctx, account, breakGlass);
  }
  if (changes.group_mappings) await requireTeams(ctx, account, changes.group_mappings);
  return {
    enforced,
    break_glass_user_token: breakGlass,
    default_role: changes.default_role ?? stored?.default_role ?? 'viewer',
    assigns_teams: changes.assigns_teams ?? stored?.assigns_teams ?? false,
    group_mappings: JSON.stringify(changes.group_mappings ?? stored?.group_mappings ?? []),
  };
}

/** Someone must be able to log in while the identity provider is out of order. */
async function requireBreakGlassOwner(
  ctx: Context,
  account: string,
  user: string | null,
): Promise<void> {
  if (!user) {
    throw unprocessable('break_glass_user_token is missing: name the owner who keeps a password');
  }
  const owner = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('token', '=', user)
    .where('account_token', '=', account)
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  if (!owner) throw new UnknownReference('Owner', 'break_glass_user_token', user);
  if (owner.password_hash === null) {
    throw unprocessable('break_glass_user_token must be an owner who has set a password');
  }
}

async function requireTeams(
  ctx: Context,
  account: string,
  mappings: GroupMapping[],
): Promise<void> {
  const tokens = mappings.flatMap(({ team_token }) => team_token ?? []);
  if (tokens.length === 0) return;
  const found = await ctx.db
    .selectFrom('teams')
    .select('token')
    .where('account_token', '=', account)
    .where('everyone', '=', false)
    .where('token', 'in', tokens)
    .execute();
  const unknown = tokens.find((token) => !found.some((team) => team.token === token));
  if (unknown !== undefined) throw new UnknownReference('Team', 'group_mappings', unknown);
}
