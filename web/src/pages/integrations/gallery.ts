import { sourcePage } from '../../features/getting-started/sources.js';

/** The way back from the page of a source. */
export const gallery = { label: 'New integration', to: sourcePage };
