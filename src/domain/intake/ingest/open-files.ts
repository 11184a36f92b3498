import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readDecompressed } from './decompress.js';
import { detectContainer } from './detect-container.js';
import { damagedFile, outerType } from './file-faults.js';
import { ImportError } from './import-error.js';
import { maxDecompressedBytes } from './limits.js';
import { readParquetFooter } from './parquet-footer.js';
import type { SourceFile } from './source-file.js';
import { unzip } from './zip.js';

/** A local file to import, with the name that users know it by. */
export interface InputFile {
  name: string;
  path: string;
}

/**
 * Prepares input files for the engine: archives are extracted and UTF-16 is converted into the work
 * folder, compressed files are checked to the end, the footers of Parquet files against the file, and
 * duplicate files are read once. The engine gets them under generated names, because it takes `*` and
 * `{` in a path as a pattern.
 */
export async function openFiles(
  inputs: readonly InputFile[],
  workFolder: string,
): Promise<SourceFile[]> {
  const opened = new Map<string, SourceFile>();
  for (const input of inputs) {
    for (const file of await openFile(input, workFolder)) {
      if (opened.has(file.fingerprint)) continue;
      const location = join(workFolder, `source-${opened.size}`);
      await symlink(resolve(file.location), location);
      const decompressedBytes = await measureContent(file);
      opened.set(file.fingerprint, { ...file, location, decompressedBytes });
    }
  }
  if (opened.size === 0) throw new ImportError('There is no file to import.');
  return [...opened.values()];
}

type UnmeasuredFile = Omit<SourceFile, 'decompressedBytes'>;

async function openFile(
  input: InputFile,
  workFolder: string,
  isArchiveEntry = false,
): Promise<UnmeasuredFile[]> {
  const container = await detectContainer(input);
  if (container.kind === 'zip') {
    if (isArchiveEntry) throw new ImportError(`${input.name} is an archive inside an archive.`);
    const files: UnmeasuredFile[] = [];
    for (const entry of await unzip(input, await mkdtemp(join(workFolder, 'zip-')))) {
      files.push(...(await openFile(entry, workFolder, true)));
    }
    return files;
  }
  if (container.kind === 'utf16') {
    const path = join(workFolder, `utf8-${await hashFile(input.path)}`);
    await convertToUtf8(input.path, path, container.encoding);
    return openFile({ name: input.name, path }, workFolder, true);
  }
  const { content, compression } = container;
  return [
    {
      name: input.name,
      location: input.path,
      bytes: (await stat(input.path)).size,
      fingerprint: await hashFile(input.path),
      compression,
      content,
    },
  ];
}

/** The size of a file when decompressed. A damaged file or a decompression bomb is found here, before the engine reads it. */
async function measureContent(file: UnmeasuredFile): Promise<number> {
  try {
    if (file.compression !== 'none') return await measureDecompressed(file);
    if (file.content !== 'parquet') return file.bytes;
    return (await readParquetFooter(file.location)).decompressedBytes;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw damagedFile(file.name, outerType(file), error);
  }
}

async function measureDecompressed(file: UnmeasuredFile): Promise<number> {
  const maxBytes = maxDecompressedBytes(file.bytes);
  let bytes = 0;
  for await (const chunk of readDecompressed(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new ImportError(
        `${file.name} expands to more than ${maxBytes} bytes when decompressed.`,
      );
    }
  }
  return bytes;
}

/** Bytes that are hashed at a time, while the next ones are read. */
const hashedBytes = 2 ** 20;

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    let [current, next] = [Buffer.allocUnsafe(hashedBytes), Buffer.allocUnsafe(hashedBytes)];
    let { bytesRead } = await file.read(current);
    while (bytesRead > 0) {
      const reading = file.read(next);
      hash.update(current.subarray(0, bytesRead));
      [current, next] = [next, current];
      ({ bytesRead } = await reading);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function convertToUtf8(from: string, to: string, encoding: string): Promise<void> {
  const text = Readable.toWeb(createReadStream(from)).pipeThrough(new TextDecoderStream(encoding));
  await pipeline(Readable.fromWeb(text), createWriteStream(to));
}
