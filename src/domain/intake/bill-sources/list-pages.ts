import type { SendRequest } from '../../../platform/outbound/send-request.js';
import { ImportError } from '../ingest/index.js';
import type { SourceObject } from './bill-source.js';
import { readText } from './http-requests.js';

/** A store returns 1000 files per page or more, so this is beyond what `listObjects` accepts. */
const maxPages = 1000;
/** Of one page: 5000 names of 1024 characters, percent-encoded, with their attributes. */
const maxPageBytes = 32 * 1024 * 1024;
const maxListingBytes = 256 * 1024 * 1024;

/** How the listing of one kind of store is requested and read. */
export interface Listing {
  /** The URL of a page; the first one has no marker. */
  urlOf: (marker: string | undefined) => string;
  objectsIn: (xml: string) => SourceObject[];
  /** The marker of the next page, "" after the last one. */
  nextMarkerIn: (xml: string) => string;
}

/** Lists a store page by page, and gives up on one whose listing has no end. */
export async function* listPages(
  send: SendRequest,
  { urlOf, objectsIn, nextMarkerIn }: Listing,
): AsyncGenerator<SourceObject> {
  const markers = new Set<string>();
  let marker: string | undefined;
  let bytes = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const xml = await readText(send, urlOf(marker), maxPageBytes);
    bytes += xml.length;
    if (bytes > maxListingBytes) break;
    yield* readObjects(xml, objectsIn);
    marker = nextMarkerIn(xml);
    if (marker === '') return;
    if (markers.has(marker)) {
      throw new ImportError('The listing repeats itself: the storage returned a page twice.');
    }
    markers.add(marker);
  }
  throw new ImportError('The listing of the location is too long; use a folder inside it.');
}

function readObjects(xml: string, objectsIn: Listing['objectsIn']): SourceObject[] {
  try {
    return objectsIn(xml);
  } catch (error) {
    throw new ImportError('The listing of the location cannot be read.', [], { cause: error });
  }
}
