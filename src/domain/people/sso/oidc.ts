import * as oidc from 'openid-client';
import type { Services } from '../../../platform/kernel/services.js';
import { type Identity, textsOf } from './identity.js';
import { sendToProvider } from './provider-request.js';
import { SsoFailure } from './sso-failure.js';

export interface OidcSettings {
  issuer: string;
  client_id: string;
  /** The claim with the groups of the user. */
  groups_claim: string;
}

export interface OidcSecrets {
  nonce: string;
  verifier: string;
}

/** Clocks of servers differ a little. */
const clockToleranceSeconds = 60;

type Sender = Pick<Services, 'config' | 'sendRequest'>;

/**
 * Reads the provider's configuration. It is read for every log-in, with its keys, so that replaced keys and
 * moved endpoints take effect at once.
 */
export async function discoverProvider(
  services: Sender,
  { issuer, client_id }: Pick<OidcSettings, 'issuer' | 'client_id'>,
  clientSecret: string,
): Promise<oidc.Configuration> {
  // The sender has checked that the operator opened this address.
  const transport = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const fetchFromProvider: oidc.CustomFetch = (url, request) =>
    sendToProvider(services, url, request);
  const found = await oidc.discovery(new URL(issuer), client_id, undefined, oidc.None(), {
    [oidc.customFetch]: fetchFromProvider,
    execute: transport,
  });
  const server = found.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const client = { [oidc.clockTolerance]: clockToleranceSeconds };
  const config = new oidc.Configuration(server, client_id, client, authentication);
  config[oidc.customFetch] = fetchFromProvider;
  // Verifies the signature of the ID token too, although it comes from the provider itself.
  for (const prepare of [oidc.enableNonRepudiationChecks, ...transport]) prepare(config);
  return config;
}

/** The address at the provider where a log-in starts, and what is needed to finish it. */
export async function startOidc(
  config: oidc.Configuration,
  request: { redirectUri: string; state: string; email: string | undefined },
): Promise<{ location: string; secrets: OidcSecrets }> {
  const secrets = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const location = oidc.buildAuthorizationUrl(config, {
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: request.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(request.email ? { login_hint: request.email } : {}),
  });
  return { location: location.href, secrets };
}

/** Redeems the code that the provider sent, and checks issuer, audience, nonce, times and signature. */
export async function finishOidc(
  config: oidc.Configuration,
  settings: OidcSettings,
  callback: { url: URL; state: string; secrets: OidcSecrets },
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(config, callback.url, {
    expectedState: callback.state,
    expectedNonce: callback.secrets.nonce,
    pkceCodeVerifier: callback.secrets.verifier,
    idTokenExpected: true,
  });
  const idToken = tokens.claims()!;
  // Some providers put the email address, its verification or the groups only there.
  const wanted = ['email', 'email_verified', settings.groups_claim];
  const isComplete =
    wanted.every((claim) => idToken[claim] !== undefined) ||
    !config.serverMetadata().userinfo_endpoint;
  const userInfo = isComplete
    ? {}
    : await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub);
  return readClaims({ ...userInfo, ...idToken }, settings.groups_claim);
}

function readClaims(claims: Record<string, unknown>, groupsClaim: string): Identity {
  const [email] = textsOf(claims['email']);
  if (!email) throw new SsoFailure('The identity provider sent no email address', 403);
  if (!isVerified(claims['email_verified'])) {
    throw new SsoFailure('The identity provider has not verified the email address', 403);
  }
  return {
    subject: String(claims['sub']),
    email,
    name: textsOf(claims['name'])[0] ?? null,
    groups: textsOf(claims[groupsClaim]),
  };
}

/** Some providers write truth values as text; others, like Microsoft Entra ID, never send this claim. */
const isVerified = (claim: unknown) => claim === undefined || claim === true || claim === 'true';
