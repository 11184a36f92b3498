export { OutdatedPriceList, seedSource } from './activate-publication.js';
export { readActiveOffers } from './active-offers.js';
export { type CataloguePrice, findProduct, listPrices, listProducts } from './catalogue.js';
export { importPrices } from './import-prices.js';
export { type ListPrice, PriceBook, type PriceKey } from './price-book.js';
export { priceCleanUp } from './price-clean-up.js';
export { priceListFileFormats } from './price-list-files.js';
export { comparePrices } from './price-table.js';
export { readPriceLists } from './read-price-lists.js';
