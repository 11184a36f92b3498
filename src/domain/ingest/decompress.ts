import { createReadStream } from 'node:fs';
import { Transform, pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import type { Compression } from './source-file.js';

/** Streams the content of a file, decompressed. */
export function readDecompressed(file: { location: string; compression: Compression }): Readable {
  const bytes = createReadStream(file.location);
  if (file.compression === 'none') return bytes;
  const decompressor = file.compression === 'gzip' ? zlib.createGunzip() : decompressZstd();
  // The reader gets an error of either stream.
  return pipeline(bytes, decompressor, () => undefined);
}

/** Node decompresses zstd from version 22.15 on. */
const nodeZstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

function decompressZstd(): Transform {
  if (nodeZstd) return nodeZstd();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      decompressChunk(chunk, false, done);
    },
    flush(done) {
      decompressChunk(new Uint8Array(), true, done);
    },
  });
  const decompressor = new Decompress((chunk) => void stream.push(Buffer.from(chunk)));
  const decompressChunk = (
    chunk: Uint8Array,
    isLast: boolean,
    done: (error?: Error | null) => void,
  ) => {
    try {
      decompressor.push(chunk, isLast);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return stream;
}
