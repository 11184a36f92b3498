import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readDecompressed } from './decompress.js';
import { detectContainer } from './detect-container.js';
import { ImportError } from './import-error.js';
import { maxDecompressedBytes } from './limits.js';
import type { SourceFile } from './source-file.js';
import { unzip } from './zip.js';

/** A local file to import, with the name that users know it by. */
export interface InputFile {
  name: string;
  path: string;
}

/**
 * Prepares input files for the engine: archives are extracted and UTF-16 is converted into the work
 * folder, compressed files are checked to the end, and duplicate files are read once.
 */
export async function openFiles(
  inputs: readonly InputFile[],
  workFolder: string,
): Promise<SourceFile[]> {
  const opened = new Map<string, SourceFile>();
  for (const input of inputs) {
    for (const file of await openFile(input, workFolder)) {
      if (opened.has(file.fingerprint)) continue;
      await checkCompression(file);
      opened.set(file.fingerprint, file);
    }
  }
  if (opened.size === 0) throw new ImportError('There is no file to import.');
  return [...opened.values()];
}

async function openFile(
  input: InputFile,
  workFolder: string,
  isArchiveEntry = false,
): Promise<SourceFile[]> {
  const container = await detectContainer(input.path);
  if (container.kind === 'zip') {
    if (isArchiveEntry) throw new ImportError(`${input.name} is an archive inside an archive.`);
    const entries = await unzip(input.path, await mkdtemp(join(workFolder, 'zip-')));
    return (await Promise.all(entries.map((entry) => openFile(entry, workFolder, true)))).flat();
  }
  if (container.kind === 'utf16') {
    const path = join(workFolder, `utf8-${await hashFile(input.path)}`);
    await convertToUtf8(input.path, path, container.encoding);
    return openFile({ name: input.name, path }, workFolder);
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

/** Reads a compressed file to its end, so that a truncated file or a decompression bomb is found before any row is stored. */
async function checkCompression(file: SourceFile): Promise<void> {
  if (file.compression === 'none') return;
  const maxBytes = maxDecompressedBytes(file.bytes);
  let bytes = 0;
  try {
    for await (const chunk of readDecompressed(file) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    throw new ImportError(`${file.name} is damaged or truncated.`, [], { cause: error });
  }
  if (bytes > maxBytes) {
    throw new ImportError(`${file.name} expands to more than ${maxBytes} bytes when decompressed.`);
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function convertToUtf8(from: string, to: string, encoding: string): Promise<void> {
  const text = Readable.toWeb(createReadStream(from)).pipeThrough(new TextDecoderStream(encoding));
  await pipeline(Readable.fromWeb(text), createWriteStream(to));
}
