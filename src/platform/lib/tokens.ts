import { randomBytes } from 'node:crypto';

/** Creates a token such as `wrkspc_5d9752a116e4d28e`. Clients check the prefix before they call. */
export function newToken(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`;
}

/** The prefix of a token: `team` of `team_5d9752a116e4d28e`. */
export function prefixOf(token: string): string {
  return token.slice(0, token.lastIndexOf('_'));
}
