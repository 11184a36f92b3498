import { SsoFailure } from './sso-failure.js';
import { type Element, childOf, childrenOf } from './xml-elements.js';

/** How far the clock of the identity provider may differ from ours. */
export const clockSkewMs = 60_000;

export interface CheckedAssertion {
  id: string;
  /** Until when it could be replayed. */
  expiresAt: Date;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Checks what the SAML library accepts when it is absent. Everything is read from the part of the document
 * that the signature covers: issuer, and one bearer confirmation that names our address, our request and an
 * end that has not passed.
 */
export function checkAssertion(
  parsed: Record<string, unknown>,
  expected: { issuer: string; recipient: string; requestId: string },
): CheckedAssertion {
  const assertion = parsed['Assertion'] as Element;
  const id = assertion.$?.['ID'];
  if (!id) throw new SsoFailure('The assertion has no ID');
  const issuer = childOf(assertion, 'Issuer')?._?.trim();
  if (issuer !== expected.issuer) throw new SsoFailure('The assertion has another issuer');
  const confirmations = childrenOf(childOf(assertion, 'Subject'), 'SubjectConfirmation')
    .filter((each) => each.$?.['Method'] === bearer)
    .flatMap((each) => childrenOf(each, 'SubjectConfirmationData'))
    .map((each) => each.$ ?? {});
  const ours = confirmations.filter((data) => data['Recipient'] === expected.recipient);
  if (ours.length === 0) throw new SsoFailure('The assertion is meant for another recipient');
  const answer = ours.find((data) => data['InResponseTo'] === expected.requestId);
  if (!answer) throw new SsoFailure('The assertion does not answer this log-in (InResponseTo)');
  const expiresAt = Date.parse(answer['NotOnOrAfter'] ?? '') + clockSkewMs;
  if (!(expiresAt > Date.now())) throw new SsoFailure('The assertion has expired');
  return { id, expiresAt: new Date(expiresAt) };
}
