import type { Context } from '../../../platform/kernel/context.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import { type ConnectionRow, oidcSettingsOf, samlSettingsOf } from './connection.js';
import type { Identity } from './identity.js';
import { type OidcSecrets, discoverProvider, finishOidc, startOidc } from './oidc.js';
import type { SsoRequest } from './requests.js';
import type { CheckedAssertion } from './saml-assertion.js';
import { fetchSamlProvider } from './saml-metadata.js';
import { type SamlSecrets, finishSaml, startSaml } from './saml.js';
import { serviceProviderOf } from './service-provider.js';
import { SsoFailure, asSsoFailure } from './sso-failure.js';

/** Metadata of a SAML provider is read again this often, and when a signature does not match. */
const metadataSeconds = 3600;
const retrySeconds = 60;

/** Where a log-in starts at the identity provider, and the secrets for finishing it. */
export async function startAtProvider(
  ctx: Context,
  connection: ConnectionRow,
  { state, email }: { state: string; email: string | undefined },
): Promise<{ location: string; secrets: object }> {
  const own = serviceProviderOf(ctx.linkOrigin, connection.account_token);
  if (connection.type === 'oidc') {
    const config = await discover(ctx, connection);
    return startOidc(config, { redirectUri: own.redirect_uri, state, email });
  }
  const provider = await readMetadata(ctx, connection, metadataSeconds);
  // An XML id must not start with a digit.
  const requestId = `_${state}`;
  return { location: await startSaml(provider, own, { state, requestId }), secrets: { requestId } };
}

/** Who logged in, as the identity provider says; throws SsoFailure unless everything is as it must be. */
export async function identify(
  ctx: Context,
  connection: ConnectionRow,
  request: SsoRequest,
  callback: { state: string; query: string },
): Promise<Identity> {
  const secrets = ctx.services.vault.open(request.secrets);
  if (connection.type === 'oidc') {
    return identifyByOidc(ctx, connection, callback, secrets as OidcSecrets).catch(rethrow);
  }
  const { saml_response: response } = request;
  if (!response) throw new SsoFailure('The identity provider sent no response');
  const { requestId } = secrets as SamlSecrets;
  const { identity, assertion } = await identifyBySaml(ctx, connection, {
    response,
    requestId,
  }).catch(rethrow);
  await refuseReplay(ctx, connection, assertion);
  return identity;
}

function rethrow(error: unknown): never {
  throw asSsoFailure(error);
}

function discover({ services }: Context, connection: ConnectionRow) {
  const secret = services.vault.open(connection.client_secret!) as string;
  return discoverProvider(services, oidcSettingsOf(connection), secret);
}

async function identifyByOidc(
  ctx: Context,
  connection: ConnectionRow,
  { state, query }: { state: string; query: string },
  secrets: OidcSecrets,
): Promise<Identity> {
  const { redirect_uri } = serviceProviderOf(ctx.linkOrigin, connection.account_token);
  const url = new URL(redirect_uri);
  url.search = query;
  const config = await discover(ctx, connection);
  return finishOidc(config, oidcSettingsOf(connection), { url, state, secrets });
}

async function identifyBySaml(
  ctx: Context,
  connection: ConnectionRow,
  answer: { response: string; requestId: string },
) {
  const own = serviceProviderOf(ctx.linkOrigin, connection.account_token);
  const { groups_attribute, certificates } = samlSettingsOf(connection);
  try {
    return await finishSaml(samlSettingsOf(connection), own, answer, groups_attribute);
  } catch (error) {
    // The provider may have replaced its key since the metadata was read.
    const fresh = await readMetadata(ctx, connection, retrySeconds);
    if (fresh.certificates.join() === certificates.join()) throw error;
    return finishSaml(fresh, own, answer, groups_attribute);
  }
}

/** What the metadata says, read again if that was long ago; the stored one while it cannot be read. */
async function readMetadata(ctx: Context, connection: ConnectionRow, maxAgeSeconds: number) {
  const stored = samlSettingsOf(connection);
  const ageMs = ctx.now.getTime() - Date.parse(stored.fetched_at);
  if (ageMs < maxAgeSeconds * 1000) return stored;
  try {
    const provider = await fetchSamlProvider(ctx.services, stored.metadata_url);
    // Another provider at the same address is a change that an owner has to make.
    if (provider.entity_id !== stored.entity_id) return stored;
    const settings = { ...stored, ...provider, fetched_at: formatTimestamp(ctx.now) };
    await ctx.db
      .updateTable('sso_connections')
      .set({ settings: JSON.stringify(settings) })
      .where('token', '=', connection.token)
      .execute();
    return settings;
  } catch (error) {
    const { reason } = asSsoFailure(error);
    ctx.services.log.warn({ connection: connection.token, reason }, 'SAML metadata not refreshed');
    return stored;
  }
}

async function refuseReplay(
  { db }: Context,
  connection: ConnectionRow,
  { id, expiresAt }: CheckedAssertion,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saml_assertions')
    .values({ connection_token: connection.token, assertion_id: id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new SsoFailure('The assertion was used before');
}
