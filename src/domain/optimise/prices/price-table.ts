import type { Page } from '../../../platform/kernel/paging.js';
import type { Services } from '../../../platform/kernel/services.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import { readActiveOffers } from './active-offers.js';

/** Hours of a month, as providers count them. */
const hoursPerMonth = 730;
const hoursPerYear = 8760;

export interface PriceFilter {
  provider_id?: string | undefined;
  service_id?: string | undefined;
  /** The name or, where no product has it, a part of the name; in any case. */
  name?: string | undefined;
  region?: string | undefined;
}

/** A price on demand beside the commitments for the same thing. */
export interface ComparedPrice {
  product_id: string;
  provider_id: string;
  service_id: string;
  name: string;
  region: string;
  platform: string | null;
  unit: string;
  currency: string;
  /** Per unit. */
  on_demand: string;
  /** For prices per hour, 730 of them. */
  on_demand_per_month: string | null;
  vcpu: number | null;
  memory: number | null;
  commitments: {
    lifecycle: string;
    /** Per unit, with the fee that is paid upfront spread over the term. */
    amount: string;
    per_month: string | null;
    /** Of the price on demand, in percent. */
    saving_percent: string | null;
    estimated: boolean;
  }[];
  estimated: boolean;
  source: string;
  published_on: string;
}

/** Columns have other names than those that they are computed from, which the engine would confuse. */
interface StoredRow {
  product_id: string;
  provider: string;
  service: string;
  title: string;
  region: string;
  platform: string;
  base_unit: string;
  base_currency: string;
  base_amount: string;
  base_publication: number;
  base_details: string;
  product_details: string;
  commitments: [lifecycle: string, amount: string, details: string, qualifier: string][];
  total: string;
}

const conditions: Record<keyof PriceFilter, (value: Sql, among: Sql) => Sql> = {
  provider_id: (value) => sql`provider_id = ${value}`,
  service_id: (value) => sql`service_id = ${value}`,
  name: isNamed,
  region: (value) => sql`region = ${value}`,
};

/** A whole name means that product alone: `n2-standard-4` is not asked for `n2-standard-48`. */
function isNamed(name: Sql, among: Sql): Sql {
  const isWhole = sql`lowerUTF8(name) = lowerUTF8(${name})`;
  return sql`if((SELECT count() FROM products WHERE ${among} AND ${isWhole}) > 0,
    ${isWhole}, positionCaseInsensitiveUTF8(name, ${name}) > 0)`;
}

/** Prices on demand by provider, service, name and region, each with what commitments would cost. */
export async function comparePrices(
  services: Pick<Services, 'db' | 'costs'>,
  filter: PriceFilter,
  page: Pick<Page, 'limit' | 'offset'>,
): Promise<{ prices: ComparedPrice[]; total: number }> {
  const { offers, condition } = await readActiveOffers(services);
  const chosen = Object.entries(filter).flatMap(([key, value]: [string, string | undefined]) =>
    value === undefined
      ? []
      : [conditions[key as keyof PriceFilter](sql.bind('String', value), condition)],
  );
  const where = sql.join([condition, sql`tenancy = ''`, ...chosen], ' AND ');
  const rows = await selectCachedRows<StoredRow>(
    services.costs,
    sql`WITH lifecycle = 'on-demand' AND qualifier = '' AS is_base
SELECT page.*, details_of.details AS product_details FROM (
  SELECT product_id, any(provider_id) AS provider, any(service_id) AS service, any(name) AS title,
    region, platform, anyIf(unit, is_base) AS base_unit, anyIf(currency, is_base) AS base_currency,
    anyIf(toString(amount), is_base) AS base_amount, anyIf(publication, is_base) AS base_publication,
    anyIf(details, is_base) AS base_details,
    arraySort(groupArrayIf((toString(lifecycle), toString(amount), details, toString(qualifier)),
      lifecycle LIKE 'reserved-%' OR lifecycle LIKE 'savings-plan-%')) AS commitments,
    count() OVER () AS total
  FROM prices WHERE ${where}
  GROUP BY product_id, region, platform
  HAVING countIf(is_base) > 0
  ORDER BY product_id, region, platform
  LIMIT ${page.limit} OFFSET ${page.offset}
) AS page
LEFT JOIN (
  SELECT id, details FROM products WHERE ${condition} ORDER BY id, publication DESC LIMIT 1 BY id
) AS details_of ON details_of.id = page.product_id
ORDER BY product_id, region, platform`,
  );
  const publications = new Map(offers.map((offer) => [offer.publication_id, offer]));
  const prices = rows.map((row) => {
    const { source, published_at } = publications.get(row.base_publication)!;
    return serialize(row, { source, published_on: formatDate(published_at) });
  });
  return { prices, total: Number(rows[0]?.total ?? 0) };
}

function serialize(
  row: StoredRow,
  from: Pick<ComparedPrice, 'source' | 'published_on'>,
): ComparedPrice {
  const { vcpu = null, memory = null } = JSON.parse(row.product_details || '{}') as {
    vcpu?: number;
    memory?: number;
  };
  return {
    product_id: row.product_id,
    provider_id: row.provider,
    service_id: row.service,
    name: row.title,
    region: row.region,
    platform: row.platform || null,
    unit: row.base_unit,
    currency: row.base_currency,
    on_demand: formatDecimal(row.base_amount),
    on_demand_per_month: perMonth(row.base_amount, row.base_unit),
    vcpu,
    memory,
    commitments: commitmentsOf(row),
    estimated: isEstimated(row.base_details),
    ...from,
  };
}

const isEstimated = (details: string) =>
  (JSON.parse(details) as { estimated?: boolean }).estimated === true;

function perMonth(amount: string | Decimal, unit: string): string | null {
  if (unit !== 'hour') return null;
  return formatDecimal(new Decimal(amount).times(hoursPerMonth).toDecimalPlaces(6).toFixed());
}

function commitmentsOf(row: StoredRow): ComparedPrice['commitments'] {
  const fees = new Map(
    row.commitments
      .filter(([, , , qualifier]) => qualifier === 'upfront-fee')
      .map(([lifecycle, amount]) => [lifecycle, amount]),
  );
  return row.commitments
    .filter(([, , , qualifier]) => qualifier === '')
    .map(([lifecycle, amount, details]) => {
      const years = Number(/(\d+)yr/.exec(lifecycle)?.[1] ?? 1);
      const spread = new Decimal(fees.get(lifecycle) ?? 0).div(years * hoursPerYear);
      const effective = new Decimal(amount).plus(spread).toDecimalPlaces(12);
      return {
        lifecycle,
        amount: formatDecimal(effective.toFixed()),
        per_month: perMonth(effective, row.base_unit),
        saving_percent: savingPercent(row.base_amount, effective),
        estimated: isEstimated(details),
      };
    });
}

function savingPercent(onDemand: string, effective: Decimal): string | null {
  const price = new Decimal(onDemand);
  if (price.isZero()) return null;
  return price.minus(effective).div(price).times(100).toDecimalPlaces(1).toFixed(1);
}
