import { createHash, randomBytes } from 'node:crypto';

/** A bearer secret. The prefix is what published clients look for. */
export function newSecret(): string {
  return `vntg_tkn_${randomBytes(20).toString('hex')}`;
}

export const secretPattern = /^vntg_tkn_[0-9a-f]{40}$/;

/** Secrets are long and random, so that one round of SHA-256 keeps them safe at rest. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
