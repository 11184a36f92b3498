import { costReports } from './cost_reports/index.js';
import { exchangeRates } from './exchange-rates/index.js';
import { explore } from './explore/index.js';
import { overview } from './overview/index.js';
import type { Page, SearchedObjects } from './page.js';
import { savedFilters } from './saved-filters/index.js';
import { start } from './start/index.js';

/** Every page of the console; the rail, the routes, the search and the browser tests read this list. */
const groups = [overview, start, explore, costReports, savedFilters, exchangeRates];

export const pages: Page[] = groups.flatMap((group) => group.pages);
export const searched: SearchedObjects[] = groups.flatMap((group) => group.searched ?? []);
