import { SsoFailure } from './sso-failure.js';
import { type Element, childOf, childrenOf, parseXml } from './xml-elements.js';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Checks the response around the assertion, which the SAML library only looks at for InResponseTo. It is
 * checked whether or not it is signed: a provider says here that a log-in failed, or whom it is meant for.
 * Returns whether it carries a signature of its own, which then has to hold.
 */
export async function checkResponse(
  xml: string,
  expected: { issuer: string; destination: string },
): Promise<{ isSigned: boolean }> {
  const response = childOf(await parseXml(xml), 'Response');
  if (!response) throw new SsoFailure('The identity provider sent no response');
  const isSigned = childrenOf(response, 'Signature').length > 0;
  const issuers = childrenOf(response, 'Issuer').map((issuer) => issuer._?.trim());
  if (issuers.some((issuer) => issuer !== expected.issuer)) {
    throw new SsoFailure('The response has another issuer');
  }
  // SAML lets an unsigned response leave its destination out.
  const destination = response.$?.['Destination'] ?? (isSigned ? '' : expected.destination);
  if (destination !== expected.destination) {
    throw new SsoFailure('The response is meant for another destination');
  }
  requireSuccess(response);
  return { isSigned };
}

function requireSuccess(response: Element): void {
  const statuses = childrenOf(response, 'Status');
  const codes = statuses.flatMap((status) => childrenOf(status, 'StatusCode'));
  const failure = codes.find((code) => code.$?.['Value'] !== success);
  if (failure) {
    const values = [failure, ...childrenOf(failure, 'StatusCode')].map((code) => code.$?.['Value']);
    const message = childOf(statuses[0], 'StatusMessage')?._?.trim();
    const details = [...values, message].filter(Boolean).join(', ').slice(0, 500);
    throw new SsoFailure(`The identity provider reports a failure: ${details}`);
  }
  if (codes.length === 0) throw new SsoFailure('The response has no status');
}
