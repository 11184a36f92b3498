import type { Services } from '../../../platform/kernel/services.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { ensureSeed } from './seed/load-seed.js';

/** An offer in a region, with the publication that its prices are read from. */
interface ActiveOffer {
  offer: string;
  region: string;
  provider_id: string;
  service_id: string;
  publication_id: number;
  source: string;
  published_at: Date;
}

/** What the catalogue consists of, and the condition that restricts a statement to it. */
export interface ActiveOffers {
  offers: ActiveOffer[];
  condition: Sql;
}

/** The offers that prices are read from; those of the release are stored on the first call. */
export async function readActiveOffers(
  services: Pick<Services, 'db' | 'costs'>,
): Promise<ActiveOffers> {
  await ensureSeed(services);
  const offers = await services.db
    .selectFrom('price_offers')
    .innerJoin('price_publications as publication', (join) =>
      join.onRef('publication.publication_id', '=', 'price_offers.publication_id'),
    )
    .select(['offer', 'region', 'provider_id', 'service_id', 'source', 'published_at'])
    .select('price_offers.publication_id as publication_id')
    .orderBy('provider_id')
    .orderBy('service_id')
    .orderBy('offer')
    .orderBy('region')
    .execute();
  const keys = offers.map(({ publication_id: id, offer, region }) => `${id} ${offer} ${region}`);
  const publications = [...new Set(offers.map(({ publication_id }) => publication_id))];
  const key = sql`concat(toString(publication), ' ', offer_region)`;
  const condition = sql`publication IN ${sql.bind('Array(UInt32)', publications)}
    AND ${key} IN ${sql.bind('Array(String)', keys)}`;
  return { offers, condition };
}
