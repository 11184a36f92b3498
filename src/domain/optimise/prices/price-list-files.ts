import type { DataFileFormat } from '../../intake/data-files/index.js';
import { ImportError } from '../../intake/ingest/index.js';
import { priceListFormats } from './formats/index.js';
import { importPrices } from './import-prices.js';

/**
 * Price lists as data files. All accounts of an installation share the catalogue, so files of an
 * integration change it only where the operator allows it.
 */
export const priceListFileFormats: readonly DataFileFormat[] = priceListFormats.map((format) => ({
  name: format.name,
  title: format.title,
  recognizes: (start) => format.recognizes(start),
  store: async (file, { services, now, signal }) => {
    if (!services.config.priceUploads) {
      throw new ImportError(
        `${file.name} is a price list, which the operator imports with "farthing prices import"; FARTHING_PRICE_UPLOADS=true allows it here.`,
      );
    }
    const { rowsRead, priceCount, warnings } = await importPrices(services, format, [file], {
      now,
      signal,
    });
    return { rowsRead, rowsStored: priceCount, warnings };
  },
}));
