import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { BackupSource, BackupTarget } from './backup-target.js';
import type { PartCipher } from './part-cipher.js';
import { BackupError, type Bytes } from './snapshot.js';

/** Content of a part before it is compressed, at most. */
const partBytes = 8 * 2 ** 20;

/** Higher levels take twice the time for a tenth less. */
const compression = { level: 3 };

export const checksum = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const pathOf = (name: string) => `parts/${name.slice(0, 2)}/${name}`;

/** Writes content as parts, each under the checksum of its bytes, unless the target has it already. */
export class PartWriter {
  constructor(
    readonly target: BackupTarget,
    readonly cipher: PartCipher | undefined,
    /** Sizes of what the target has, by name. */
    readonly stored: Map<string, number>,
  ) {}

  /** Bytes that were written: what the target did not have. */
  bytesWritten = 0;

  has(parts: readonly string[]): boolean {
    return parts.every((name) => this.stored.has(pathOf(name)));
  }

  async write(content: Bytes): Promise<string[]> {
    const names: string[] = [];
    for await (const piece of pieces(content)) names.push(await this.#writePart(piece));
    return names;
  }

  async #writePart(piece: Buffer): Promise<string> {
    const packed = await promisify(gzip)(piece, compression);
    const part = this.cipher ? this.cipher.seal(packed) : packed;
    const name = checksum(part);
    const path = pathOf(name);
    if (this.stored.get(path) === part.length) return name;
    await this.target.put(path, part);
    this.stored.set(path, part.length);
    this.bytesWritten += part.length;
    return name;
  }
}

/** The same bytes in pieces of one size, of which the last is smaller. */
async function* pieces(content: Bytes): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    let all = Buffer.concat(held);
    for (; all.length >= partBytes; all = all.subarray(partBytes)) yield all.subarray(0, partBytes);
    held = [all];
    bytes = all.length;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Reads parts and verifies each. */
export async function* readParts(
  source: BackupSource,
  cipher: PartCipher | undefined,
  names: readonly string[],
): AsyncGenerator<Buffer> {
  for (const name of names) {
    const part = await source.get(pathOf(name));
    if (!part) throw new BackupError(`The backup is damaged: the part ${name} is missing`);
    if (checksum(part) !== name) {
      throw new BackupError(`The backup is damaged: the part ${name} has another checksum`);
    }
    yield await unpack(part, cipher).catch((error: unknown) => {
      throw new BackupError(`The backup is damaged: the part ${name} cannot be read`, {
        cause: error,
      });
    });
  }
}

async function unpack(part: Buffer, cipher: PartCipher | undefined): Promise<Buffer> {
  const packed = cipher ? cipher.open(part) : part;
  return promisify<Buffer, object, Buffer>(gunzip)(packed, { maxOutputLength: partBytes });
}

/** Whether a file of a target is a part, and which. */
export const isPart = (path: string) => path.startsWith('parts/');
export const partOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
