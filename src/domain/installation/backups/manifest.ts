import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { BackupSource, BackupTarget } from './backup-target.js';
import { type KeyDerivation, type PartCipher, keyDerivation, openCipher } from './part-cipher.js';
import { checksum } from './parts.js';
import { BackupError, contents } from './snapshot.js';

const bytes = z.number().int().nonnegative();
const parts = z.array(z.string().regex(/^[0-9a-f]{64}$/));
const { tables, units, files } = contents.shape;

/** The contents of a backup, and the parts that hold them. */
const manifest = contents.extend({
  tables: z.array(tables.element.extend({ bytes, parts })),
  units: z.array(
    units.element.extend({
      // In the order of their rows in the parts.
      tables: z.array(units.element.shape.tables.element.extend({ bytes })),
      parts,
    }),
  ),
  files: z.array(files.element.extend({ parts })),
});

export type Manifest = z.output<typeof manifest>;

const header = z.object({
  format: z.literal('farthing-backup'),
  version: z.literal(1),
  /** Null if nothing is encrypted. */
  key: keyDerivation.nullable(),
});

/** How the parts and the manifest of a backup are encrypted. */
export interface Encryption {
  key: KeyDerivation;
  cipher: PartCipher;
}

export interface OpenBackup {
  name: string;
  manifest: Manifest;
  encryption: Encryption | undefined;
}

const folder = 'backups/';
const checksumLength = 64;

/** The names of all backups, oldest first. */
export async function listBackups(source: BackupSource): Promise<string[]> {
  return [...(await source.list()).keys()].filter((name) => name.startsWith(folder)).toSorted();
}

/** The moment in the name of a backup: `2026-11-19T102242.123Z`. */
const momentOf = (name: string) => name.slice(folder.length, -checksumLength - 1);

/** The latest backup, or the latest whose moment begins with a text. */
export async function chooseBackup(source: BackupSource, moment = ''): Promise<string> {
  const names = await listBackups(source);
  const wanted = moment.replaceAll(':', '').replace(/Z$/, '');
  const name = names.findLast((each) => momentOf(each).startsWith(wanted));
  if (name !== undefined) return name;
  if (names.length === 0) throw new BackupError('There is no backup here');
  const known = names.slice(-5).map(momentOf).join(', ');
  throw new BackupError(`There is no backup of the moment ${moment}; the latest are ${known}`);
}

export async function writeManifest(
  target: BackupTarget,
  content: Manifest,
  encryption: Encryption | undefined,
): Promise<void> {
  const packed = await promisify(gzip)(JSON.stringify(content));
  const head: z.input<typeof header> = {
    format: 'farthing-backup',
    version: 1,
    key: encryption?.key ?? null,
  };
  const whole = Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    encryption ? encryption.cipher.seal(packed) : packed,
  ]);
  const moment = content.moment.replaceAll(':', '');
  await target.put(`${folder}${moment}-${checksum(whole)}`, whole);
}

/** Reads and verifies a manifest. */
export async function readManifest(
  source: BackupSource,
  name: string,
  passphrase: string | undefined,
): Promise<OpenBackup> {
  const whole = await source.get(name);
  if (!whole || checksum(whole) !== name.slice(-checksumLength)) {
    throw new BackupError(`The backup is damaged: ${name} has another checksum`);
  }
  const end = whole.indexOf('\n');
  const head = header.safeParse(parseJson(whole.toString('utf8', 0, Math.max(end, 0))));
  if (!head.success) {
    throw new BackupError(`${name} is not a backup that this release can read`);
  }
  const encryption = await openEncryption(head.data.key, passphrase);
  const body = whole.subarray(end + 1);
  const packed = encryption ? openBody(encryption.cipher, body) : body;
  const content = await promisify(gunzip)(packed);
  const parsed = manifest.safeParse(parseJson(content.toString('utf8')));
  if (!parsed.success) throw new BackupError(`${name} is not a backup that this release can read`);
  return { name, manifest: parsed.data, encryption };
}

async function openEncryption(
  key: KeyDerivation | null,
  passphrase: string | undefined,
): Promise<Encryption | undefined> {
  if (key === null) return undefined;
  if (passphrase === undefined) {
    throw new BackupError(
      'The backup is encrypted; set FARTHING_BACKUP_PASSPHRASE or pass --passphrase-file',
    );
  }
  return { key, cipher: await openCipher(passphrase, key) };
}

function openBody(cipher: PartCipher, body: Buffer): Buffer {
  try {
    return cipher.open(body);
  } catch (error) {
    throw new BackupError('The backup was encrypted with another passphrase', { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
