import { DomainFailure } from '../../platform/lib/errors.js';
import type { DataFileFormat } from '../data-files/data-file.js';
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
      throw new DomainFailure([
        `${file.name} is a price list; the operator imports it with "farthing prices import", or allows integrations to with FARTHING_PRICE_UPLOADS=true`,
      ]);
    }
    const { rowsRead, priceCount, warnings } = await importPrices(services, format, [file], {
      now,
      signal,
    });
    return { rowsRead, rowsStored: priceCount, warnings };
  },
}));
