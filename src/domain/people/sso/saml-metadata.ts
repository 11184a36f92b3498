import { X509Certificate } from 'node:crypto';
import type { Services } from '../../../platform/kernel/services.js';
import { isProviderUrl, sendToProvider } from './provider-request.js';
import { SsoFailure } from './sso-failure.js';
import { type Element, childOf, childrenOf, parseXml } from './xml-elements.js';

/** What the metadata of a SAML identity provider says. */
export interface SamlProvider {
  entity_id: string;
  sso_url: string;
  /** Signing certificates in base64; two while a key is being replaced. */
  certificates: string[];
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Fetches and parses metadata; throws SsoFailure with the reason if that is not possible. */
export async function fetchSamlProvider(
  services: Pick<Services, 'config' | 'sendRequest'>,
  url: string,
): Promise<SamlProvider> {
  const response = await sendToProvider(services, url, {
    method: 'GET',
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
  });
  if (response.status !== 200) {
    throw new SsoFailure(`the address answered with status ${response.status}`);
  }
  const provider = await parseSamlProvider(await response.text());
  if (!isProviderUrl(provider.sso_url, services.config.outboundNetworks)) {
    throw new SsoFailure('the single sign-on address of the metadata must start with https://');
  }
  return provider;
}

async function parseSamlProvider(xml: string): Promise<SamlProvider> {
  const document = await parseXml(xml).catch(() => {
    throw new SsoFailure('the address does not return SAML metadata');
  });
  const entity = findEntity(document);
  const role = childOf(entity, 'IDPSSODescriptor');
  const entity_id = entity?.$?.['entityID'];
  const sso_url = childrenOf(role, 'SingleSignOnService').find(
    (service) => service.$?.['Binding'] === redirectBinding,
  )?.$?.['Location'];
  const certificates = childrenOf(role, 'KeyDescriptor')
    .filter((key) => (key.$?.['use'] ?? 'signing') === 'signing')
    .flatMap((key) => childrenOf(key, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => textsIn(data, 'X509Certificate'));
  if (!entity_id || !role) throw new SsoFailure('the address does not return SAML metadata');
  if (!sso_url) throw new SsoFailure('the metadata has no address for the binding HTTP-Redirect');
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw new SsoFailure('the metadata has no valid signing certificate');
  }
  return { entity_id, sso_url, certificates };
}

/** The identity provider, alone or in a list that contains no other one. */
function findEntity(document: Element | undefined): Element | undefined {
  const entities = [
    ...childrenOf(document, 'EntityDescriptor'),
    ...childrenOf(document, 'EntitiesDescriptor').flatMap((list) =>
      childrenOf(list, 'EntityDescriptor'),
    ),
  ].filter((entity) => 'IDPSSODescriptor' in entity);
  return entities.length === 1 ? entities[0] : undefined;
}

function textsIn(element: Element, name: string): string[] {
  return [element[name]]
    .flat()
    .map((child) => (child instanceof Object ? (child as Element)['_'] : child))
    .filter((text): text is string => typeof text === 'string')
    .map((text) => text.replaceAll(/\s/g, ''));
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).raw.length > 0;
  } catch {
    return false;
  }
}
