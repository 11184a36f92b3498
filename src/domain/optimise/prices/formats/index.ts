import type { PriceListFormat } from '../price-list.js';
import { awsOfferCsv } from './aws-offer-csv.js';
import { awsOfferJson } from './aws-offer-json.js';
import { azureRetailJson } from './azure-retail-json.js';
import { gcpSkuJson } from './gcp-sku-json.js';

/** Every format of price lists. */
export const priceListFormats: readonly PriceListFormat[] = [
  awsOfferJson,
  awsOfferCsv,
  azureRetailJson,
  gcpSkuJson,
];
