import { ImportError } from '../../intake/ingest/index.js';
import type { UsageFile } from './usage-file.js';

/** A JSON document is parsed whole, so it must fit into memory several times. */
const maxBytes = 256 * 2 ** 20;

/** The whole text of a file. */
export async function readBounded(file: Pick<UsageFile, 'open'>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new ImportError(
        'The file is larger than 256 MiB when decompressed; export fewer days at a time.',
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
