import type { Services } from '../../../platform/kernel/services.js';
import type { Page } from '../../../platform/kernel/paging.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { seedSource } from './activate-publication.js';
import { type ActiveOffers, readActiveOffers } from './active-offers.js';

type Stores = Pick<Services, 'db' | 'costs'>;

export interface CatalogueProduct {
  id: string;
  category: string;
  name: string;
  service_id: string;
  provider_id: string;
  details: Record<string, unknown>;
}

export interface CataloguePrice {
  id: string;
  unit: string;
  region: string;
  rate_type: string;
  currency: string;
  /** Decimal text. */
  amount: string;
  details: Record<string, unknown>;
}

export interface ProductFilter {
  id?: string | undefined;
  provider_id?: string | undefined;
  service_id?: string | undefined;
  /** Part of the name, in any case. */
  name?: string | undefined;
}

/** One page of products ordered by id, and how many there are. */
export async function listProducts(
  services: Stores,
  filter: ProductFilter,
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<{ products: CatalogueProduct[]; total: number }> {
  const { condition } = await readActiveOffers(services);
  const where = sql.join([condition, ...productConditions(filter)], ' AND ');
  const products = await selectCachedRows<Stored<CatalogueProduct>>(
    services.costs,
    sql`SELECT id, category, name, service_id, provider_id, details FROM products WHERE ${where}
     ORDER BY id, publication DESC LIMIT 1 BY id LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const [count] = await selectCachedRows<{ total: string }>(
    services.costs,
    sql`SELECT uniqExact(id) AS total FROM products WHERE ${where}`,
  );
  return {
    products: products.map((row) => ({ ...row, details: parseDetails(row) })),
    total: Number(count?.total ?? 0),
  };
}

export async function findProduct(
  services: Stores,
  id: string,
): Promise<CatalogueProduct | undefined> {
  const { products } = await listProducts(services, { id }, { limit: 1, offset: 0 });
  return products[0];
}

/** One page of the prices of a product ordered by id, and how many there are. */
export async function listPrices(
  services: Stores,
  of: { productId: string; id?: string },
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<{ prices: CataloguePrice[]; total: number }> {
  const active = await readActiveOffers(services);
  const conditions = [
    active.condition,
    sql`product_id = ${sql.bind('String', of.productId)}`,
    ...(of.id === undefined ? [] : [sql`id = ${sql.bind('String', of.id)}`]),
  ];
  const where = sql.join(conditions, ' AND ');
  const rows = await selectCachedRows<StoredPrice & { total: string }>(
    services.costs,
    sql`SELECT ${priceColumns}, count() OVER () AS total FROM prices WHERE ${where}
     ORDER BY id LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const total = rows[0]?.total ?? (await countPrices(services, where));
  return { prices: rows.map((row) => serializePrice(row, active)), total: Number(total) };
}

/** Pages after the last one have no row that says how many there are. */
async function countPrices(services: Stores, where: Sql) {
  const statement = sql`SELECT count() AS total FROM prices WHERE ${where}`;
  const [row] = await selectCachedRows<{ total: string }>(services.costs, statement);
  return row?.total ?? '0';
}

const priceColumns = sql`publication, id, unit, region, rate_type, currency, amount,
  platform, tenancy, lifecycle, details`;

type Stored<Row> = Omit<Row, 'details'> & { details: string };
interface StoredPrice extends Stored<CataloguePrice> {
  publication: number;
  platform: string;
  tenancy: string;
  lifecycle: string;
}

function productConditions({ id, provider_id, service_id, name }: ProductFilter): Sql[] {
  return [
    ...(id === undefined ? [] : [sql`id = ${sql.bind('String', id)}`]),
    ...(provider_id === undefined ? [] : [sql`provider_id = ${sql.bind('String', provider_id)}`]),
    ...(service_id === undefined ? [] : [sql`service_id = ${sql.bind('String', service_id)}`]),
    ...(name === undefined
      ? []
      : [sql`positionCaseInsensitiveUTF8(name, ${sql.bind('String', name)}) > 0`]),
  ];
}

const parseDetails = ({ details }: { details: string }) =>
  JSON.parse(details) as Record<string, unknown>;

/** A price says which list it comes from, because prices age. */
function serializePrice(row: StoredPrice, { offers }: ActiveOffers): CataloguePrice {
  const { id, unit, region, rate_type, currency, amount, platform, tenancy, lifecycle } = row;
  const publication = offers.find((offer) => offer.publication_id === row.publication)!;
  return {
    id,
    unit,
    region,
    rate_type,
    currency,
    amount,
    details: {
      ...(platform ? { platform } : {}),
      lifecycle,
      tenancy: tenancy || 'shared',
      ...parseDetails(row),
      source: publication.source,
      ...(publication.source === seedSource ? { example: true } : {}),
      published_on: formatDate(publication.published_at),
    },
  };
}
