import { Readable } from 'node:stream';
import type { Services } from '../../../platform/kernel/services.js';
import { CsvError } from '../../../platform/lib/csv.js';
import { JsonError } from '../../../platform/lib/json-entries.js';
import { ImportError } from '../../intake/ingest/index.js';
import { activatePublication } from './activate-publication.js';
import type { PriceListFormat } from './price-list.js';
import {
  abandonPublication,
  type PublicationWriter,
  type PublishedOffer,
  startPublication,
} from './publication.js';

/** A price list that can be read. */
export interface PriceListFile {
  name: string;
  /** The decompressed content. */
  open(): Readable;
}

export interface PriceImport {
  offers: PublishedOffer[];
  publishedAt: Date;
  rowsRead: number;
  priceCount: number;
  /** One sentence each, at most 100. */
  warnings: string[];
}

const maxWarnings = 100;

/**
 * Imports the files of one publication: they replace the prices of their offers together, or nothing
 * changes.
 */
export async function importPrices(
  services: Pick<Services, 'db' | 'costs'>,
  format: PriceListFormat,
  files: readonly PriceListFile[],
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<PriceImport> {
  const fileNames = files.map(({ name }) => name);
  const writer = await startPublication(services, { source: format.name, fileNames, now });
  try {
    const read: Reading = {
      rowsRead: 0,
      warnings: [],
      version: '',
      publishedAt: now,
      hasNextPage: false,
    };
    const lists = format.hasPages ? [joinPages(files)] : files;
    for (const file of lists) await readFile(format, file, writer, read, signal);
    // Storing it would replace the prices of the later pages with nothing.
    if (read.hasNextPage) {
      throw new ImportError(
        `${fileNames.at(-1)} links to a next page; import all pages of a price list together.`,
      );
    }
    const { offers, priceCount } = await writer.complete();
    if (priceCount === 0) throw new ImportError(`${fileNames.join(', ')} has no prices.`);
    requireActive(signal);
    const { version, publishedAt } = read;
    await activatePublication(services.db, {
      id: writer.id,
      version,
      publishedAt,
      priceCount,
      offers,
      now,
      isPartial: format.hasPages ?? false,
    });
    return { offers, publishedAt, rowsRead: read.rowsRead, priceCount, warnings: read.warnings };
  } catch (error) {
    await abandonPublication(services, writer.id);
    throw error;
  }
}

/** Pages are read as one document after the other: parts of a price may be on different ones. */
function joinPages(pages: readonly PriceListFile[]): PriceListFile {
  async function* content() {
    for (const page of pages) {
      yield* page.open() as AsyncIterable<Buffer>;
      yield Buffer.from('\n');
    }
  }
  return { name: pages.map(({ name }) => name).join(', '), open: () => Readable.from(content()) };
}

interface Reading {
  rowsRead: number;
  warnings: string[];
  version: string;
  publishedAt: Date;
  /** The last page that was read links to another one. */
  hasNextPage: boolean;
}

async function readFile(
  format: PriceListFormat,
  file: PriceListFile,
  writer: PublicationWriter,
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<void> {
  const content = file.open();
  try {
    for await (const entry of format.read(content)) {
      requireActive(signal);
      switch (entry.kind) {
        case 'version':
          reading.version = entry.version ?? reading.version;
          reading.publishedAt = entry.publishedAt ?? reading.publishedAt;
          break;
        case 'sku':
          await writer.addSku(entry);
          break;
        case 'price':
          reading.rowsRead += 1;
          await writer.addPrice(entry);
          break;
        case 'page':
          reading.hasNextPage = entry.hasNext;
          break;
        case 'problem':
          reading.rowsRead += 1;
          if (reading.warnings.length < maxWarnings) reading.warnings.push(entry.message);
          break;
      }
    }
  } catch (error) {
    if (!(error instanceof JsonError) && !(error instanceof CsvError)) throw error;
    throw new ImportError(`${file.name} is damaged or truncated: ${error.message}.`, [], {
      cause: error,
    });
  } finally {
    content.destroy();
  }
}

function requireActive(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportError('Import cancelled.');
}
