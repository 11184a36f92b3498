import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { ImportError } from './import-error.js';
import { maxDecompressedBytes } from './limits.js';

/** An archive entry and the path it was extracted to. */
export interface ExtractedFile {
  name: string;
  path: string;
}

interface Entry {
  name: string;
  isEncrypted: boolean;
  method: number;
  compressedBytes: number;
  headerOffset: number;
}

const endOfDirectorySignature = 0x06054b50;
const directoryEntrySignature = 0x02014b50;

/**
 * Extracts an archive into a folder under numbered names, so that paths from the archive are never
 * used. The embedded engine cannot read archives itself.
 */
export async function unzip(path: string, folder: string): Promise<ExtractedFile[]> {
  const file = await open(path, 'r');
  try {
    const entries = (await listEntries(file)).filter((entry) => !entry.name.endsWith('/'));
    const extracted: ExtractedFile[] = [];
    for (const [index, entry] of entries.entries()) {
      if (entry.isEncrypted) throw new ImportError(`${entry.name} in the archive is encrypted.`);
      const target = join(folder, `entry-${index}`);
      await extract(file, entry, target);
      extracted.push({ name: entry.name, path: target });
    }
    return extracted;
  } finally {
    await file.close();
  }
}

async function listEntries(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  // The end-of-directory record is 22 bytes long, followed by a comment of up to 64 KiB.
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = lastIndexOf(tail, endOfDirectorySignature);
  if (end < 0) throw new ImportError('The zip archive is damaged or truncated.');
  const directory = await readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  const entries: Entry[] = [];
  for (let offset = 0; offset + 46 <= directory.length;) {
    if (directory.readUInt32LE(offset) !== directoryEntrySignature) break;
    const nameBytes = directory.readUInt16LE(offset + 28);
    entries.push({
      name: directory.toString('utf8', offset + 46, offset + 46 + nameBytes),
      isEncrypted: (directory.readUInt16LE(offset + 8) & 1) === 1,
      method: directory.readUInt16LE(offset + 10),
      compressedBytes: directory.readUInt32LE(offset + 20),
      headerOffset: directory.readUInt32LE(offset + 42),
    });
    offset +=
      46 + nameBytes + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return entries;
}

async function extract(file: FileHandle, entry: Entry, target: string): Promise<void> {
  if (entry.method !== 0 && entry.method !== 8) {
    throw new ImportError(`${entry.name} in the archive uses an unsupported compression method.`);
  }
  const header = await readAt(file, entry.headerOffset, 30);
  const start = entry.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const compressed = file.createReadStream({
    start,
    end: start + Math.max(entry.compressedBytes, 1) - 1,
    autoClose: false,
  });
  const guard = limitBytes(maxDecompressedBytes(entry.compressedBytes), entry.name);
  const steps = entry.method === 8 ? [createInflateRaw(), guard] : [guard];
  try {
    await pipeline([compressed, ...steps, createWriteStream(target)]);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${entry.name} in the archive is damaged or truncated.`, [], {
      cause: error,
    });
  }
}

/** Fails the stream when more than `maxBytes` pass through it. */
function limitBytes(maxBytes: number, name: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else {
        done(new ImportError(`${name} expands to more than ${maxBytes} bytes when decompressed.`));
      }
    },
  });
}

function lastIndexOf(buffer: Buffer, signature: number): number {
  for (let index = buffer.length - 22; index >= 0; index -= 1) {
    if (buffer.readUInt32LE(index) === signature) return index;
  }
  return -1;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
