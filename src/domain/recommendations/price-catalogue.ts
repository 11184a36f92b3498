import type { PriceQuestion } from './facts.js';

/** List prices of providers: the on-demand unit price in USD, or null when there is none. */
export type PriceCatalogue = (provider: string, question: PriceQuestion) => Promise<string | null>;

/** A catalogue without prices: those on the bill then count. */
export const emptyCatalogue: PriceCatalogue = () => Promise.resolve(null);
