import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** How the key of a backup is derived from its passphrase. */
export const keyDerivation = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20),
});

export type KeyDerivation = z.output<typeof keyDerivation>;

const blockSize = 8;

export const newKeyDerivation = (): KeyDerivation => ({
  salt: randomBytes(16).toString('hex'),
  cost: 2 ** 17,
});

type Scrypt = (text: string, salt: Buffer, bytes: number, options: object) => Promise<Buffer>;

/** Encrypts the parts and manifests of a backup. */
export interface PartCipher {
  seal(content: Buffer): Buffer;
  /** Throws if the content was changed, or sealed with another key. */
  open(sealed: Buffer): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** Opens the cipher of a passphrase. Deriving the key takes a moment on purpose. */
export async function openCipher(
  passphrase: string,
  { salt, cost }: KeyDerivation,
): Promise<PartCipher> {
  const derived = await (promisify(scrypt) as Scrypt)(passphrase, Buffer.from(salt, 'hex'), 64, {
    N: cost,
    r: blockSize,
    p: 1,
    maxmem: 256 * cost * blockSize,
  });
  const [key, nonceKey] = [derived.subarray(0, 32), derived.subarray(32)];
  // Derived from the content, so that equal content has equal parts, and no nonce is used for two contents.
  const nonceOf = (content: Buffer) =>
    createHmac('sha256', nonceKey).update(content).digest().subarray(0, nonceBytes);
  return {
    seal: (content) => {
      const nonce = nonceOf(content);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const rest = sealed.subarray(nonceBytes + tagBytes);
      const content = Buffer.concat([decipher.update(rest), decipher.final()]);
      if (!timingSafeEqual(nonce, nonceOf(content))) throw new Error('not sealed by this program');
      return content;
    },
  };
}
