import type { Services } from '../../platform/kernel/services.js';
import type { Page } from '../../platform/kernel/paging.js';
import { formatDate } from '../../platform/lib/time.js';
import { selectCachedRows } from '../../platform/store/clickhouse/cost-store.js';
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
  const { condition, params } = await readActiveOffers(services);
  const where = [condition, ...productConditions(filter)].join(' AND ');
  const values = { ...params, ...definedValues(filter) };
  const products = await selectCachedRows<Stored<CatalogueProduct>>(
    services.costs,
    `SELECT id, category, name, service_id, provider_id, details FROM products WHERE ${where}
     ORDER BY id, publication DESC LIMIT 1 BY id LIMIT ${page.limit} OFFSET ${page.offset}`,
    values,
  );
  const [count] = await selectCachedRows<{ total: string }>(
    services.costs,
    `SELECT uniqExact(id) AS total FROM products WHERE ${where}`,
    values,
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
  const where = `${active.condition} AND product_id = {product:String}${of.id === undefined ? '' : ' AND id = {id:String}'}`;
  const values = { ...active.params, product: of.productId, ...(of.id ? { id: of.id } : {}) };
  const rows = await selectCachedRows<StoredPrice & { total: string }>(
    services.costs,
    `SELECT ${priceColumns}, count() OVER () AS total FROM prices WHERE ${where}
     ORDER BY id LIMIT ${page.limit} OFFSET ${page.offset}`,
    values,
  );
  const total = rows[0]?.total ?? (await countPrices(services, where, values));
  return { prices: rows.map((row) => serializePrice(row, active)), total: Number(total) };
}

/** Pages after the last one have no row that says how many there are. */
async function countPrices(services: Stores, where: string, values: Record<string, unknown>) {
  const expression = `SELECT count() AS total FROM prices WHERE ${where}`;
  const [row] = await selectCachedRows<{ total: string }>(services.costs, expression, values);
  return row?.total ?? '0';
}

const priceColumns =
  'publication, id, unit, region, rate_type, currency, amount, platform, tenancy, lifecycle, details';

type Stored<Row> = Omit<Row, 'details'> & { details: string };
interface StoredPrice extends Stored<CataloguePrice> {
  publication: number;
  platform: string;
  tenancy: string;
  lifecycle: string;
}

function productConditions({ id, provider_id, service_id, name }: ProductFilter): string[] {
  return [
    ...(id === undefined ? [] : ['id = {id:String}']),
    ...(provider_id === undefined ? [] : ['provider_id = {provider_id:String}']),
    ...(service_id === undefined ? [] : ['service_id = {service_id:String}']),
    ...(name === undefined ? [] : ['positionCaseInsensitiveUTF8(name, {name:String}) > 0']),
  ];
}

const definedValues = (filter: ProductFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

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
      published_on: formatDate(publication.published_at),
    },
  };
}
