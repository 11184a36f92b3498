import { createWriteStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream to a new file. Once this rejects, the file is closed: nothing opens it any more, so whoever
 * removes it has removed it for good.
 */
export async function pipeToFile(
  path: string,
  streams: [Readable, ...Transform[]],
  { flush = false } = {},
): Promise<void> {
  const file = createWriteStream(path, { flush });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline([...streams, file]);
  } catch (error) {
    await closed;
    throw error;
  }
}
