import { constants } from 'node:fs';
import { type FileHandle, access, open, rename, rm } from 'node:fs/promises';
import type { BackupSource, BackupTarget } from './backup-target.js';
import { BackupError } from './snapshot.js';

const blockBytes = 512;
/** A part has at most 8 MiB; only a manifest may be larger. */
const maxFileBytes = 2 ** 30;

const padding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;

/** The header of a file in a tar archive (ustar). It depends on nothing but name and size. */
function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1');
  if (name.length > 100) throw new Error(`too long a name for an archive: ${name}`);
  block.write(name, 0, 'latin1');
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(bytes, 124, 11);
  octal(0, 136, 11);
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** Writes a backup as one file: under another name until it is complete. */
export class TarWriter implements BackupTarget {
  private constructor(
    readonly path: string,
    readonly partial: string,
    readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<TarWriter> {
    const exists = await access(path, constants.F_OK).then(
      () => true,
      () => false,
    );
    if (exists) throw new BackupError(`${path} exists already; choose another name`);
    const partial = `${path}.part`;
    return new TarWriter(path, partial, await open(partial, 'w', 0o600));
  }

  readonly #written = new Map<string, number>();

  async list(): Promise<Map<string, number>> {
    return this.#written;
  }

  /** What a backup has written, it does not read again. */
  async get(): Promise<undefined> {
    return undefined;
  }

  async put(name: string, content: Buffer): Promise<void> {
    const block = [header(name, content.length), content, Buffer.alloc(padding(content.length))];
    await this.file.writeFile(Buffer.concat(block));
    this.#written.set(name, content.length);
  }

  async delete(): Promise<void> {
    throw new Error('an archive is written once');
  }

  async close(isComplete: boolean): Promise<void> {
    try {
      if (isComplete) {
        await this.file.writeFile(Buffer.alloc(2 * blockBytes));
        await this.file.sync();
      }
    } finally {
      await this.file.close();
    }
    if (isComplete) await rename(this.partial, this.path);
    else await rm(this.partial, { force: true });
  }
}

/**
 * Opens a backup in one file. Only what `TarWriter` writes is accepted, to the last byte: the parts verify
 * their content, and this what is between them.
 */
export async function readTar(path: string): Promise<BackupSource> {
  const file = await open(path);
  try {
    const entries = await readEntries(file, path);
    return {
      list: async () => new Map([...entries].map(([name, { bytes }]) => [name, bytes])),
      get: async (name) => {
        const entry = entries.get(name);
        return entry && withFile(path, (again) => read(again, entry.at, entry.bytes));
      },
    };
  } finally {
    await file.close();
  }
}

async function withFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function readEntries(file: FileHandle, path: string) {
  const entries = new Map<string, { at: number; bytes: number }>();
  const { size } = await file.stat();
  const damaged = () => new BackupError(`${path} is damaged, or not a backup of Farthing`);
  let at = 0;
  for (;;) {
    const block = await read(file, at, blockBytes);
    if (isZero(block)) break;
    const name = block.toString('latin1', 0, 100).replace(/\0+$/, '');
    const bytes = Number.parseInt(block.toString('latin1', 124, 135), 8);
    if (!(bytes >= 0 && bytes <= maxFileBytes) || !block.equals(header(name, bytes)))
      throw damaged();
    entries.set(name, { at: at + blockBytes, bytes });
    const end = at + blockBytes + bytes;
    if (end + padding(bytes) > size) throw damaged();
    if (!isZero(await read(file, end, padding(bytes)))) throw damaged();
    at = end + padding(bytes);
  }
  const isEnd = at + 2 * blockBytes === size && isZero(await read(file, at, 2 * blockBytes));
  if (!isEnd) throw damaged();
  return entries;
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(content, 0, bytes, at);
  return content.subarray(0, bytesRead);
}
