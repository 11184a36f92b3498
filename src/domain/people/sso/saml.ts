import type { Profile, SAML } from '@node-saml/node-saml';
import { domainOf, type Identity, textsOf } from './identity.js';
import { type CheckedAssertion, checkAssertion, clockSkewMs } from './saml-assertion.js';
import type { SamlProvider } from './saml-metadata.js';
import { checkResponse } from './saml-response.js';
import type { serviceProviderOf } from './service-provider.js';
import { SsoFailure } from './sso-failure.js';

type ServiceProvider = ReturnType<typeof serviceProviderOf>;

export interface SamlSecrets {
  requestId: string;
}

/** What the library has to know of the one request that a response may answer. */
const onlyRequest = (id: string | undefined) => ({
  saveAsync: async () => null,
  getAsync: async (key: string) => (key === id ? new Date().toISOString() : null),
  removeAsync: async () => null,
});

/** The library takes a tenth of a second to load, so only a log-in through SAML does so. */
async function samlFor(
  provider: SamlProvider,
  own: ServiceProvider,
  { requestId, isResponseSigned = false }: { requestId: string; isResponseSigned?: boolean },
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    entryPoint: provider.sso_url,
    idpCert: provider.certificates,
    issuer: own.entity_id,
    audience: own.entity_id,
    callbackUrl: own.acs_url,
    // The assertion is what counts; a signed response alone is not enough, but its signature has to hold.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    acceptedClockSkewMs: clockSkewMs,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider: onlyRequest(requestId),
    // The provider decides how users are named and how they prove who they are.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
}

/** The address at the provider where a log-in starts. */
export async function startSaml(
  provider: SamlProvider,
  own: ServiceProvider,
  { state, requestId }: { state: string; requestId: string },
): Promise<string> {
  const saml = await samlFor(provider, own, { requestId });
  return saml.getAuthorizeUrlAsync(state, undefined, {});
}

/** Verifies a response and returns who logged in, with the assertion to be remembered against replay. */
export async function finishSaml(
  provider: SamlProvider,
  own: ServiceProvider,
  { response, requestId }: { response: string; requestId: string },
  groupsAttribute: string,
): Promise<{ identity: Identity; assertion: CheckedAssertion }> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  refuseWeakAlgorithms(xml);
  const { isSigned: isResponseSigned } = await checkResponse(xml, {
    issuer: provider.entity_id,
    destination: own.acs_url,
  });
  const saml = await samlFor(provider, own, { requestId, isResponseSigned });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  if (!profile?.getAssertion) throw new SsoFailure('The response has no assertion');
  const assertion = checkAssertion(profile.getAssertion(), {
    issuer: provider.entity_id,
    recipient: own.acs_url,
    requestId,
  });
  return { identity: readProfile(profile, groupsAttribute), assertion };
}

/** SHA-1 can be forged, and a signature by HMAC would need a shared key. */
function refuseWeakAlgorithms(xml: string): void {
  if (/xmldsig#(rsa-sha1|dsa-sha1|sha1|hmac-)|xmldsig-more#(hmac-|rsa-md5|md5)/.test(xml)) {
    throw new SsoFailure('The response is signed with SHA-1 or another weak algorithm');
  }
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  `${claims}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const nameAttributes = ['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'];
const givenNameAttributes = ['firstName', 'givenName', `${claims}/givenname`];
const surnameAttributes = ['lastName', 'surname', `${claims}/surname`];
const groupAttributes = [
  'memberOf',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
];

function readProfile(profile: Profile, groupsAttribute: string): Identity {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
  const valuesOf = (names: string[]) => names.flatMap((name) => textsOf(attributes[name]));
  const nameId = profile.nameID;
  if (!nameId) throw new SsoFailure('The assertion has no NameID');
  const email = [...valuesOf(emailAttributes), nameId].find((text) => domainOf(text));
  if (!email) throw new SsoFailure('The identity provider sent no email address', 403);
  const fullName = [valuesOf(givenNameAttributes)[0], valuesOf(surnameAttributes)[0]];
  const isTransient = profile.nameIDFormat?.endsWith(':transient');
  return {
    // A transient NameID differs at every log-in.
    subject: isTransient ? email.toLowerCase() : nameId,
    email,
    name: valuesOf(nameAttributes)[0] ?? (fullName.filter(Boolean).join(' ') || null),
    groups: valuesOf([groupsAttribute, ...groupAttributes]),
  };
}
