import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypts what must be read again, such as the keys of a bucket. Hashes are for all other secrets. */
export class Vault {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = createHash('sha256').update(secretKey).digest();
  }

  /** Nonce, tag and cipher text of AES-256-GCM. */
  seal(value: unknown): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer): unknown {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const plain = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return JSON.parse(plain.toString('utf8'));
  }

  /** A signature that nobody without the key can make, for texts that leave the house. */
  sign(text: string): string {
    const key = hkdfSync('sha256', this.#key, '', 'signatures', 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  }
}

/** The configured key, else one that is made once and kept in the data folder. */
export async function openVault(secretKey: string | undefined, folder: string): Promise<Vault> {
  if (secretKey) return new Vault(secretKey);
  const path = join(folder, 'secret.key');
  const made = randomBytes(32).toString('base64url');
  await writeFile(path, made, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return new Vault(await readFile(path, 'utf8'));
}
