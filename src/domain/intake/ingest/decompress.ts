import { createReadStream } from 'node:fs';
import { Readable, type Transform, pipeline } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import type { Compression } from './source-file.js';
import { splitZstd } from './zstd-blocks.js';

/** Node decompresses zstd from version 22.15 on. */
const nodeZstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

/** Streams the content of a file, decompressed. */
export function readDecompressed(file: { location: string; compression: Compression }): Readable {
  const bytes = createReadStream(file.location);
  if (file.compression === 'none') return bytes;
  if (file.compression === 'zstd' && nodeZstd === undefined) {
    return Readable.from(decompressZstd(bytes));
  }
  const decompressor = file.compression === 'gzip' ? zlib.createGunzip() : nodeZstd!();
  // The reader gets an error of either stream.
  return pipeline(bytes, decompressor, () => undefined);
}

/** How much is decompressed before other work gets its turn; a block costs as much as 64 KiB, however small it is. */
const turnBytes = 4 * 2 ** 20;
const minBlockBytes = 65_536;

async function* decompressZstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decompressed: Buffer[] = [];
  const decompressor = new Decompress((chunk) => void decompressed.push(Buffer.from(chunk)));
  let bytesThisTurn = 0;
  for await (const piece of splitZstd(bytes)) {
    decompressor.push(piece);
    bytesThisTurn += minBlockBytes;
    for (const chunk of decompressed.splice(0)) {
      bytesThisTurn += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
    if (bytesThisTurn < turnBytes) continue;
    bytesThisTurn = 0;
    await setImmediate();
  }
  decompressor.push(new Uint8Array(), true);
}
