import type { Services } from '../../../platform/kernel/services.js';
import { PriceBook, seedSource } from '../prices/index.js';
import type { PriceQuestion } from './facts.js';

/** An on-demand unit price in USD. */
export interface CataloguePrice {
  /** Decimal text. */
  amount: string;
  /** It ships with the release, and is of no current price list. */
  isExample: boolean;
}

/** List prices of providers; null when there is none. */
export type PriceCatalogue = (
  provider: string,
  question: PriceQuestion,
) => Promise<CataloguePrice | null>;

/** The catalogue of imported and shipped price lists, as it is during one run. */
export function openCatalogue(services: Pick<Services, 'db' | 'costs'>): PriceCatalogue {
  const book = new PriceBook(services);
  return async (provider, { service, name, region, platform, unit = 'hour' }) => {
    if (region === null) return null;
    // A product without a unit of its own is sold by the hour.
    const price = await book.find({
      provider,
      service,
      type: name,
      region,
      platform,
      unit: unit === 'hour' ? undefined : unit,
    });
    if (price?.currency !== 'USD') return null;
    return { amount: price.amount, isExample: price.source === seedSource };
  };
}
