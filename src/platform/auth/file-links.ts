import { timingSafeEqual } from 'node:crypto';
import type { Vault } from './vault.js';

/** An absolute address under which anyone can fetch one stored file until a moment. */
export function fileLink(vault: Vault, origin: string, key: string, validUntil: Date): string {
  const expires = String(Math.floor(validUntil.getTime() / 1000));
  const signature = signatureOf(vault, key, expires);
  return `${origin}/files/${key}?expires=${expires}&signature=${signature}`;
}

/** Whether this installation made the link, and it still holds. */
export function isValidLink(
  vault: Vault,
  link: { key: string; expires: string; signature: string },
  now: Date,
): boolean {
  const expected = Buffer.from(signatureOf(vault, link.key, link.expires));
  const given = Buffer.from(link.signature);
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given);
  return isOurs && now.getTime() < Number(link.expires) * 1000;
}

const signatureOf = (vault: Vault, key: string, expires: string) =>
  vault.sign(`file ${key} ${expires}`);
