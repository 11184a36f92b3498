import type { Db } from '../../../platform/store/tables.js';
import type { Services } from '../../../platform/kernel/services.js';
import { type CostStore, run, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { insertRows } from '../../../platform/store/clickhouse/insert-rows.js';
import { syncReplicas } from '../../../platform/store/clickhouse/sync-replicas.js';
import { sql } from '../../../platform/store/sql.js';
import { dropPublications } from './drop-publications.js';
import { insertPrices, insertProducts, joinSettings } from './join-price-list.js';
import { type ListedPrice, type ListedSku, productId } from './price-list.js';

/** An offer in a region, as a publication lists it. */
export interface PublishedOffer {
  offer: string;
  region: string;
  provider_id: string;
  service_id: string;
}

/** Rows are sent in batches of about this size. */
const batchBytes = 2 * 2 ** 20;

/**
 * Writes one publication of price lists. Nobody reads its rows before PostgreSQL names it, so it becomes
 * visible whole or not at all.
 */
export class PublicationWriter {
  #skus = new Batch('price_skus');
  #prices = new Batch('price_terms');

  constructor(
    private readonly store: CostStore,
    readonly id: number,
  ) {}

  async addSku(entry: ListedSku): Promise<void> {
    const { sku, offer, product, region, platform, tenancy, qualifier } = entry;
    const { providerId, serviceId, name, category, details } = product;
    await this.#skus.add(this.store, {
      publication: this.id,
      sku,
      offer,
      product_id: productId(product),
      provider_id: providerId,
      service_id: serviceId,
      name,
      category,
      product_details: JSON.stringify(details),
      region,
      rate_type: entry.rateType,
      platform,
      tenancy,
      qualifier,
    });
  }

  async addPrice({ kind: _, ...price }: ListedPrice): Promise<void> {
    const details = JSON.stringify(price.details);
    await this.#prices.add(this.store, { publication: this.id, ...price, details });
  }

  /** Joins products and prices, and returns how many prices there are in which offers. */
  async complete(): Promise<{ offers: PublishedOffer[]; priceCount: number }> {
    await this.#skus.flush(this.store);
    await this.#prices.flush(this.store);
    await syncReplicas(this.store, ['price_skus', 'price_terms']);
    await run(this.store.bulk, insertProducts(this.id), joinSettings);
    await run(this.store.bulk, insertPrices(this.id), joinSettings);
    await syncReplicas(this.store, ['products', 'prices']);
    await dropPublications(this.store, [this.id], ['price_skus', 'price_terms']);
    const offers = await selectRows<PublishedOffer & { prices: string }>(
      this.store.bulk,
      sql`SELECT splitByChar(' ', offer_region, 2)[1] AS offer, region, any(provider_id) AS provider_id,
         any(service_id) AS service_id, count() AS prices
       FROM prices WHERE publication = ${this.id} GROUP BY offer, region ORDER BY offer, region`,
    );
    const priceCount = offers.reduce((sum, { prices }) => sum + Number(prices), 0);
    return { offers: offers.map(({ prices: _, ...offer }) => offer), priceCount };
  }
}

class Batch {
  #rows: object[] = [];
  #bytes = 0;

  constructor(private readonly table: string) {}

  async add(store: CostStore, row: object & { [name: string]: unknown }): Promise<void> {
    this.#rows.push(row);
    // Two bytes per character, and some for the names of the columns.
    for (const value of Object.values(row)) this.#bytes += 20 + 2 * String(value).length;
    if (this.#bytes >= batchBytes) await this.flush(store);
  }

  async flush(store: CostStore): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    await insertRows(store, this.table, rows);
  }
}

/** What a new publication says about itself. */
export interface PublicationSource {
  source: string;
  fileNames: readonly string[];
  now: Date;
}

/** Starts a publication, which nobody sees yet. */
export async function startPublication(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  { source, fileNames, now }: PublicationSource,
): Promise<PublicationWriter> {
  const { publication_id } = await db
    .insertInto('price_publications')
    .values({
      source,
      version: '',
      published_at: now,
      file_names: [...fileNames],
      completed_at: null,
      created_at: now,
    })
    .returning('publication_id')
    .executeTakeFirstOrThrow();
  return new PublicationWriter(costs, publication_id);
}

/** Deletes a publication that failed, with its rows. */
export async function abandonPublication(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  id: number,
): Promise<void> {
  await dropPublications(costs, [id]);
  await deletePublications(db, [id]);
}

export async function deletePublications(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('price_publications').where('publication_id', 'in', ids).execute();
}
