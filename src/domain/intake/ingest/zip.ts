import { createWriteStream } from 'node:fs';
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { damagedFile, emptyFile, spreadsheet } from './file-faults.js';
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
  checksum: number;
  compressedBytes: number;
  bytes: number;
  headerOffset: number;
}

/** An entry and where its compressed bytes start. */
interface LocatedEntry extends Entry {
  start: number;
}

const endOfDirectorySignature = 0x06054b50;
const directoryEntrySignature = 0x02014b50;
const localHeaderSignature = 0x04034b50;
const endOfDirectoryBytes = 22;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;

const maxEntries = 10_000;
const maxDirectoryBytes = 16 * 2 ** 20;

/** The archive is not as its directory says. */
class DamagedArchive extends Error {}

const damaged = () => new DamagedArchive();

/**
 * Extracts an archive into a folder under numbered names, so that paths from the archive are never
 * used. The embedded engine cannot read archives itself. Entries must not share bytes of the archive,
 * and together must not expand beyond what a compressed file of the archive's size may.
 */
export async function unzip(archive: ExtractedFile, folder: string): Promise<ExtractedFile[]> {
  const file = await open(archive.path, 'r');
  try {
    const { size } = await file.stat();
    const entries = await locateEntries(file, size);
    if (entries.length === 0) throw emptyFile(archive.name);
    if (entries.some(({ name }) => isPartOfSpreadsheet(name))) throw spreadsheet(archive.name);
    const extracted: ExtractedFile[] = [];
    let allowedBytes = maxDecompressedBytes(size);
    for (const [index, entry] of entries.entries()) {
      const target = join(folder, `entry-${index}`);
      allowedBytes -= await extract(file, entry, target, allowedBytes);
      extracted.push({ name: entry.name, path: target });
    }
    return extracted;
  } catch (error) {
    throw error instanceof DamagedArchive ? damagedFile(archive.name, 'zip') : error;
  } finally {
    await file.close();
  }
}

/** Workbooks of Excel, and of the OpenDocument format, are archives. */
const isPartOfSpreadsheet = (name: string) => /^(xl\/workbook\.(xml|bin)|content\.xml)$/.test(name);

/** The files of an archive; each has its own range of bytes before the directory. */
async function locateEntries(file: FileHandle, size: number): Promise<LocatedEntry[]> {
  const directory = await readDirectory(file, size);
  const entries = parseDirectory(directory);
  const located: LocatedEntry[] = [];
  for (const entry of entries) located.push(await locate(file, entry, directory.offset));
  const inOrder = located.toSorted((a, b) => a.headerOffset - b.headerOffset);
  inOrder.reduce((end, entry) => {
    if (entry.headerOffset < end) throw damaged();
    return entry.start + entry.compressedBytes;
  }, 0);
  return located.filter((entry) => !entry.name.endsWith('/'));
}

interface Directory {
  offset: number;
  bytes: Buffer;
  entryCount: number;
}

async function readDirectory(file: FileHandle, size: number): Promise<Directory> {
  // The record at the end is followed by a comment of up to 64 KiB.
  const tailBytes = Math.min(size, endOfDirectoryBytes + 65_535);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  const end = lastIndexOf(tail, endOfDirectorySignature);
  if (end < 0) throw damaged();
  const entryCount = tail.readUInt16LE(end + 10);
  const bytes = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset === 0xffff_ffff || entryCount === 0xffff) {
    throw new ImportError('The zip archive has the zip64 format, which is not supported.');
  }
  if (offset + bytes > size - tailBytes + end) throw damaged();
  if (bytes > maxDirectoryBytes || entryCount > maxEntries) {
    throw new ImportError(`The zip archive has more than ${maxEntries} files.`);
  }
  return { offset, bytes: await readAt(file, offset, bytes), entryCount };
}

function parseDirectory({ bytes, entryCount }: Directory): Entry[] {
  const entries: Entry[] = [];
  for (let offset = 0; entries.length < entryCount;) {
    const isComplete = offset + directoryEntryBytes <= bytes.length;
    if (!isComplete || bytes.readUInt32LE(offset) !== directoryEntrySignature) throw damaged();
    const nameEnd = offset + directoryEntryBytes + bytes.readUInt16LE(offset + 28);
    if (nameEnd > bytes.length) throw damaged();
    entries.push({
      name: bytes.toString('utf8', offset + directoryEntryBytes, nameEnd),
      isEncrypted: (bytes.readUInt16LE(offset + 8) & 1) === 1,
      method: bytes.readUInt16LE(offset + 10),
      checksum: bytes.readUInt32LE(offset + 16),
      compressedBytes: bytes.readUInt32LE(offset + 20),
      bytes: bytes.readUInt32LE(offset + 24),
      headerOffset: bytes.readUInt32LE(offset + 42),
    });
    offset = nameEnd + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return entries;
}

async function locate(
  file: FileHandle,
  entry: Entry,
  directoryOffset: number,
): Promise<LocatedEntry> {
  if (entry.headerOffset + localHeaderBytes > directoryOffset) throw damaged();
  const header = await readAt(file, entry.headerOffset, localHeaderBytes);
  if (header.readUInt32LE(0) !== localHeaderSignature) throw damaged();
  const start =
    entry.headerOffset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.compressedBytes > directoryOffset) throw damaged();
  return { ...entry, start };
}

/** Extracts an entry and returns its size. */
async function extract(
  file: FileHandle,
  entry: LocatedEntry,
  target: string,
  allowedBytes: number,
): Promise<number> {
  const { name, method, start, compressedBytes } = entry;
  if (entry.isEncrypted) throw new ImportError(`${name} in the archive is encrypted.`);
  if (method !== 0 && method !== 8) {
    throw new ImportError(`${name} in the archive uses an unsupported compression method.`);
  }
  const entryDamaged = (cause?: unknown) =>
    new ImportError(
      `${name} in the archive is damaged or truncated; download the archive again.`,
      [],
      { cause },
    );
  const guard = new EntryGuard(entry, allowedBytes);
  try {
    if (compressedBytes === 0) await writeFile(target, '');
    else {
      const end = start + compressedBytes - 1;
      const compressed = file.createReadStream({ start, end, autoClose: false });
      const steps = method === 8 ? [createInflateRaw(), guard] : [guard];
      await pipeline([compressed, ...steps, createWriteStream(target)]);
    }
  } catch (error) {
    throw error instanceof ImportError ? error : entryDamaged(error);
  }
  if (!guard.isComplete) throw entryDamaged();
  return entry.bytes;
}

/** Passes the content of an entry on, fails when it is too long, and computes its checksum. */
class EntryGuard extends Transform {
  #bytes = 0;
  #checksum = 0;

  constructor(
    private readonly entry: Entry,
    private readonly allowedBytes: number,
  ) {
    super();
  }

  get isComplete(): boolean {
    return this.#bytes === this.entry.bytes && this.#checksum === this.entry.checksum;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#bytes += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
    if (this.#bytes <= this.allowedBytes) done(null, chunk);
    else {
      const message = `${this.entry.name} expands to more than ${this.allowedBytes} bytes when decompressed.`;
      done(new ImportError(message));
    }
  }
}

function lastIndexOf(buffer: Buffer, signature: number): number {
  for (let index = buffer.length - endOfDirectoryBytes; index >= 0; index -= 1) {
    if (buffer.readUInt32LE(index) === signature) return index;
  }
  return -1;
}

/** Reads a range that is known to be inside the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw damaged();
  return buffer;
}
