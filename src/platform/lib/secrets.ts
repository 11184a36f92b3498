import { createHash, randomBytes } from 'node:crypto';

/** Creates a bearer token. Published clients check its prefix. */
export function newSecret(): string {
  return `vntg_tkn_${randomBytes(20).toString('hex')}`;
}

export const secretPattern = /^vntg_tkn_[0-9a-f]{40}$/;

/** Hashes a secret for storage. One round of SHA-256 is enough, because secrets are long and random. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
