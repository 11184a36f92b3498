import type { Services } from '../../../platform/kernel/services.js';
import { PriceBook } from '../prices/index.js';
import type { PriceQuestion } from './facts.js';

/** List prices of providers: the on-demand unit price in USD, or null when there is none. */
export type PriceCatalogue = (provider: string, question: PriceQuestion) => Promise<string | null>;

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
    return price?.currency === 'USD' ? price.amount : null;
  };
}
