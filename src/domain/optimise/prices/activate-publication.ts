import type { Kysely } from 'kysely';
import { groupBy } from '../../../platform/lib/group-by.js';
import { formatDate } from '../../../platform/lib/time.js';
import type { Db, Tables } from '../../../platform/store/tables.js';
import { ImportError } from '../../intake/ingest/index.js';
import type { PublishedOffer } from './publication.js';

/** Source of the prices that ship with the release. */
export const seedSource = 'seed';

/** A list that is older than the one whose prices are read. */
export class OutdatedPriceList extends ImportError {}

interface CompletedPublication {
  id: number;
  version: string;
  publishedAt: Date;
  priceCount: number;
  offers: readonly PublishedOffer[];
  now: Date;
}

interface ImportedPublication extends CompletedPublication {
  /** The list is what a query found, so that regions may be missing. */
  isPartial: boolean;
}

/**
 * Makes a publication the one that its offers are read from, in one transaction. A list of several regions
 * is the whole offer and replaces all of it; a list of one region, or of what a query found, replaces the
 * regions that it has.
 */
export async function activatePublication(
  db: Kysely<Tables>,
  publication: ImportedPublication,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [offer, offers] of groupBy(publication.offers, (each) => each.offer)) {
      const replaced = await replacedRegions(trx, offer, offers, publication.isPartial);
      const newer = replaced.find(({ published_at }) => published_at > publication.publishedAt);
      if (newer) {
        throw new OutdatedPriceList(
          `The prices of ${offer} are of ${formatDate(publication.publishedAt)}, but those of ${formatDate(newer.published_at)} are imported already and stay.`,
        );
      }
      await trx
        .deleteFrom('price_offers')
        .where('offer', '=', offer)
        .where('region', 'in', [
          ...replaced.map(({ region }) => region),
          ...offers.map(({ region }) => region),
        ])
        .execute();
      const rows = offers.map((each) => ({ ...each, publication_id: publication.id }));
      await trx.insertInto('price_offers').values(rows).execute();
    }
    await markCompleted(trx, publication);
  });
}

/** Makes the prices of the release those of every offer and region that nothing was imported for. */
export async function activateSeed(
  db: Kysely<Tables>,
  publication: CompletedPublication,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const earlier = trx
      .selectFrom('price_publications')
      .select('publication_id')
      .where('source', '=', seedSource);
    await trx.deleteFrom('price_offers').where('publication_id', 'in', earlier).execute();
    const rows = publication.offers.map((each) => ({ ...each, publication_id: publication.id }));
    await trx
      .insertInto('price_offers')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await markCompleted(trx, publication);
  });
}

async function replacedRegions(
  trx: Db,
  offer: string,
  offers: readonly PublishedOffer[],
  isPartial: boolean,
) {
  const isWholeOffer = !isPartial && offers.filter(({ region }) => region !== 'global').length > 1;
  return trx
    .selectFrom('price_offers')
    .innerJoin('price_publications as publication', (join) =>
      join.onRef('publication.publication_id', '=', 'price_offers.publication_id'),
    )
    .select(['region', 'source', 'published_at'])
    .where('offer', '=', offer)
    .where((where) =>
      isWholeOffer
        ? where.lit(true)
        : where(
            'region',
            'in',
            offers.map(({ region }) => region),
          ),
    )
    .forUpdate('price_offers')
    .execute()
    .then((rows) =>
      // Prices of the release are replaced by any imported ones.
      rows.map((row) => (row.source === seedSource ? { ...row, published_at: new Date(0) } : row)),
    );
}

async function markCompleted(trx: Db, publication: CompletedPublication): Promise<void> {
  await trx
    .updateTable('price_publications')
    .set({
      version: publication.version,
      published_at: publication.publishedAt,
      price_count: publication.priceCount,
      completed_at: publication.now,
    })
    .where('publication_id', '=', publication.id)
    .execute();
}
