import { open } from 'node:fs/promises';
import { readDecompressed } from './decompress.js';
import { damagedFile, emptyFile, refuseBinary, refuseDocument } from './file-faults.js';
import { ImportError } from './import-error.js';
import { isParquetStart } from './parquet-footer.js';
import type { Compression, Content } from './source-file.js';

/** The type of a file, detected from its bytes and never from its name. */
export type Container =
  | { kind: 'plain'; content: Content; compression: Compression }
  | { kind: 'zip' }
  | { kind: 'utf16'; encoding: Utf16 };

type Utf16 = 'utf-16le' | 'utf-16be';

const probeBytes = 256;

/**
 * Detects the type of a file from its first bytes; in a compressed file also from the first decompressed
 * ones. Throws for what cannot be a bill, and says what it is.
 */
export async function detectContainer(file: { name: string; path: string }): Promise<Container> {
  const head = await readHead(file.path);
  if (head.length === 0) throw emptyFile(file.name);
  if (startsWith(head, 0x1f, 0x8b)) return detectCompressed(file, 'gzip');
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return detectCompressed(file, 'zstd');
  // An archive without files starts with its end.
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06)) {
    return { kind: 'zip' };
  }
  const encoding = utf16Of(head);
  if (encoding) return { kind: 'utf16', encoding };
  return { kind: 'plain', content: detectContent(file.name, head), compression: 'none' };
}

async function detectCompressed(
  { name, path }: { name: string; path: string },
  compression: 'gzip' | 'zstd',
): Promise<Container> {
  const head = await readDecompressedHead(path, compression).catch((error: unknown) => {
    throw damagedFile(name, compression, error);
  });
  if (head === undefined) throw emptyFile(name);
  if (utf16Of(head)) {
    throw new ImportError(
      `${name} is compressed UTF-16 text; decompress it and import the text itself.`,
    );
  }
  const content = detectContent(name, head);
  if (content !== 'parquet') return { kind: 'plain', content, compression };
  throw new ImportError(
    `${name} is a Parquet file inside a ${compression} file; decompress it and import the Parquet file.`,
  );
}

async function readDecompressedHead(
  location: string,
  compression: Compression,
): Promise<Buffer | undefined> {
  const content = readDecompressed({ location, compression }) as AsyncIterable<Buffer>;
  for await (const chunk of content) return chunk.subarray(0, probeBytes);
  return undefined;
}

/** Windows writes UTF-16 with a byte-order mark, or without one; of its Latin letters every other byte is zero. */
function utf16Of(head: Buffer): Utf16 | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 1, 2, 3].map((at) => head[at] === 0);
  if (isEqual(zeros, [false, true, false, true])) return 'utf-16le';
  return isEqual(zeros, [true, false, true, false]) ? 'utf-16be' : undefined;
}

const isEqual = (some: readonly boolean[], others: readonly boolean[]) =>
  some.every((each, index) => each === others[index]);

function detectContent(name: string, head: Buffer): Content {
  if (isParquetStart(head)) return 'parquet';
  refuseDocument(name, head);
  refuseBinary(name, head);
  return /^\s*[{[]/.test(head.toString('latin1')) ? 'json' : 'csv';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(probeBytes), 0, probeBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function startsWith(head: Buffer, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}
