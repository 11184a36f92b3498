import { timingSafeEqual } from 'node:crypto';
import type { Vault } from './vault.js';

/** Signs an absolute URL that anyone can download one stored file from until it expires. */
export function signFileUrl(vault: Vault, origin: string, key: string, validUntil: Date): string {
  const expires = String(Math.floor(validUntil.getTime() / 1000));
  const signature = signatureOf(vault, key, expires);
  return `${origin}/files/${key}?expires=${expires}&signature=${signature}`;
}

/** Whether this installation signed the URL and it has not expired. */
export function isValidFileUrl(
  vault: Vault,
  url: { key: string; expires: string; signature: string },
  now: Date,
): boolean {
  const expected = Buffer.from(signatureOf(vault, url.key, url.expires));
  const actual = Buffer.from(url.signature);
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual);
  return isSigned && now.getTime() < Number(url.expires) * 1000;
}

const signatureOf = (vault: Vault, key: string, expires: string) =>
  vault.sign(`file ${key} ${expires}`);
