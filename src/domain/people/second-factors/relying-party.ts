/** What a passkey is bound to: the origin of the console, and its host name. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party of this installation, derived from its configured origin and never from a header.
 * Browsers accept no network address, so the local one is written as `localhost`.
 */
export function relyingPartyOf(linkOrigin: string): RelyingParty {
  const url = new URL(linkOrigin);
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
