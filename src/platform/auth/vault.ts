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

/** Encrypts secrets that have to be read again, such as the keys of a bucket. Other secrets are hashed. */
export class Vault {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = createHash('sha256').update(secretKey).digest();
  }

  /** Encrypts a value with AES-256-GCM: nonce, authentication tag and ciphertext. */
  seal(value: unknown): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts a sealed value; throws if it was changed or sealed with another key. */
  open(sealed: Buffer): unknown {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const plain = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return JSON.parse(plain.toString('utf8'));
  }

  /** Signs a text with a key derived from the secret key. */
  sign(text: string): string {
    const key = hkdfSync('sha256', this.#key, '', 'signatures', 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  }
}

/** Opens the vault with the configured key, or with one that is generated once in the data folder. */
export async function openVault(secretKey: string | undefined, folder: string): Promise<Vault> {
  if (secretKey) return new Vault(secretKey);
  const path = join(folder, 'secret.key');
  const generated = randomBytes(32).toString('base64url');
  await writeFile(path, generated, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return new Vault(await readFile(path, 'utf8'));
}
