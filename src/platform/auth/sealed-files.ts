import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileStore } from '../store/files.js';
import type { Vault } from './vault.js';

/** Files with secrets, such as invoices with account numbers, are stored encrypted under this folder. */
const folder = 'sealed/';

interface SealedStore {
  files: FileStore;
  vault: Vault;
}

/** Encrypts and stores a small file; the key starts with `sealed/`. */
export async function putSealed(
  { files, vault }: SealedStore,
  key: `${typeof folder}${string}`,
  content: Buffer,
): Promise<void> {
  const sealed = vault.seal(content.toString('base64'));
  await files.put(key, Readable.from([sealed]));
}

/** The decrypted content of a stored file, encrypted or not; undefined when there is none. */
export async function getUnsealed(
  { files, vault }: SealedStore,
  key: string,
): Promise<Readable | undefined> {
  const stored = await files.get(key);
  if (!stored || !key.startsWith(folder)) return stored;
  const content = vault.open(await buffer(stored)) as string;
  return Readable.from([Buffer.from(content, 'base64')]);
}
