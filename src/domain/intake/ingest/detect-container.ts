import { open } from 'node:fs/promises';
import { readDecompressed } from './decompress.js';
import { ImportError } from './import-error.js';
import { isParquetStart } from './parquet-footer.js';
import type { Compression, Content } from './source-file.js';

/** The type of a file, detected from its bytes and never from its name. */
export type Container =
  | { kind: 'plain'; content: Content; compression: Compression }
  | { kind: 'zip' }
  | { kind: 'utf16'; encoding: 'utf-16le' | 'utf-16be' };

const probeBytes = 256;

/** Detects the type of a file from its first bytes; in a compressed file also from the first decompressed ones. */
export async function detectContainer(path: string): Promise<Container> {
  const head = await readHead(path);
  if (head.length === 0) throw new ImportError('The file is empty.');
  if (startsWith(head, 0x1f, 0x8b)) return detectCompressed(path, 'gzip');
  if (startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return detectCompressed(path, 'zstd');
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'zip' };
  if (startsWith(head, 0xff, 0xfe)) return { kind: 'utf16', encoding: 'utf-16le' };
  if (startsWith(head, 0xfe, 0xff)) return { kind: 'utf16', encoding: 'utf-16be' };
  return { kind: 'plain', content: detectContent(head), compression: 'none' };
}

async function detectCompressed(location: string, compression: Compression): Promise<Container> {
  try {
    for await (const chunk of readDecompressed({
      location,
      compression,
    }) as AsyncIterable<Buffer>) {
      return { kind: 'plain', content: detectContent(chunk), compression };
    }
  } catch (error) {
    throw new ImportError(`The ${compression} file is damaged.`, [], { cause: error });
  }
  throw new ImportError('The file is empty.');
}

function detectContent(head: Buffer): Content {
  if (isParquetStart(head)) return 'parquet';
  return /^\s*[{[]/.test(head.subarray(0, probeBytes).toString('latin1')) ? 'json' : 'csv';
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
