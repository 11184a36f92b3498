import { priceListFileFormats } from '../prices/data-file-formats.js';
import type { DataFileFormat } from './data-file.js';

/** Every kind of data file, in the order in which they are tried. */
export const dataFileFormats: readonly DataFileFormat[] = [...priceListFileFormats];
