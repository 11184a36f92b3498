import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { ImportError } from './import-error.js';
import { expandedLimit } from './limits.js';

/** A file inside an archive, and where it was put. */
export interface UnpackedFile {
  name: string;
  path: string;
}

interface Entry {
  name: string;
  encrypted: boolean;
  method: number;
  compressedBytes: number;
  headerAt: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Unpacks an archive into a folder under numbered names, so that no path inside it is ever used.
 * The embedded engine cannot read archives itself.
 */
export async function unzip(path: string, folder: string): Promise<UnpackedFile[]> {
  const file = await open(path, 'r');
  try {
    const entries = (await listEntries(file)).filter((entry) => !entry.name.endsWith('/'));
    const unpacked: UnpackedFile[] = [];
    for (const [index, entry] of entries.entries()) {
      if (entry.encrypted) throw new ImportError(`${entry.name} in the archive is encrypted.`);
      const target = join(folder, `entry-${index}`);
      await unpack(file, entry, target);
      unpacked.push({ name: entry.name, path: target });
    }
    return unpacked;
  } finally {
    await file.close();
  }
}

async function listEntries(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  // The directory's end record is 22 bytes long and may be followed by a comment of up to 64 KiB.
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = lastIndexOf(tail, endOfDirectory);
  if (end < 0) throw new ImportError('The zip archive is damaged or cut off.');
  const directory = await readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== directoryEntry) break;
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      headerAt: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack(file: FileHandle, entry: Entry, target: string): Promise<void> {
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ImportError(`${entry.name} in the archive is packed in a way that is not supported.`);
  }
  const header = await readAt(file, entry.headerAt, 30);
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = file.createReadStream({
    start,
    end: start + Math.max(entry.compressedBytes, 1) - 1,
    autoClose: false,
  });
  const guard = atMost(expandedLimit(entry.compressedBytes), entry.name);
  const steps = entry.method === 8 ? [createInflateRaw(), guard] : [guard];
  try {
    await pipeline([packed, ...steps, createWriteStream(target)]);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${entry.name} in the archive is damaged or cut off.`, [], {
      cause: error,
    });
  }
}

/** Passes bytes on until there are too many of them. */
function atMost(limit: number, name: string): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(new ImportError(`${name} grows beyond ${limit} bytes when unpacked.`));
      else done(null, chunk);
    },
  });
}

function lastIndexOf(buffer: Buffer, signature: number): number {
  for (let at = buffer.length - 22; at >= 0; at -= 1) {
    if (buffer.readUInt32LE(at) === signature) return at;
  }
  return -1;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
