import type { DataFileFormat } from './data-file.js';
import { priceListFileFormats } from './price-lists.js';

/** Every kind of data file, in the order in which they are tried. */
export const dataFileFormats: readonly DataFileFormat[] = [...priceListFileFormats];
