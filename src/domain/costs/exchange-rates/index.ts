export { countRates, ExchangeRate, listRates, storeRates } from './exchange-rates.js';
export { parseRates } from './parse-rates.js';
