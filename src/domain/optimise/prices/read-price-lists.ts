import { basename } from 'node:path';
import { groupBy } from '../../../platform/lib/group-by.js';
import { readDecompressed, ImportError, openFiles } from '../../intake/ingest/index.js';
import { priceListFormats } from './formats/index.js';
import type { PriceListFile } from './import-prices.js';
import type { PriceListFormat } from './price-list.js';

const startBytes = 65_536;

/** Files of one format, to be imported together. */
interface PriceLists {
  format: PriceListFormat;
  files: PriceListFile[];
}

/**
 * Finds the format of files, archives and compressed ones included. Pages of one format are one list; an
 * AWS offer is a file.
 */
export async function readPriceLists(
  paths: readonly string[],
  folder: string,
): Promise<PriceLists[]> {
  const inputs = paths.map((path) => ({ name: basename(path), path }));
  const lists: PriceLists[] = [];
  for (const source of await openFiles(inputs, folder)) {
    const start = await readStart(() => readDecompressed(source));
    const format = priceListFormats.find((each) => each.recognizes(start));
    if (!format) {
      throw new ImportError(`${source.name} is not a price list of AWS, Azure or Google Cloud.`);
    }
    lists.push({ format, files: [{ name: source.name, open: () => readDecompressed(source) }] });
  }
  const groups = groupBy(lists, ({ format, files }) =>
    format.hasPages ? format.name : `${format.name} ${files[0]!.name}`,
  );
  return [...groups.values()].map((group) => ({
    format: group[0]!.format,
    files: group.flatMap(({ files }) => files),
  }));
}

async function readStart(open: PriceListFile['open']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (chunks.reduce((sum, { length }) => sum + length, 0) >= startBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, startBytes);
}
