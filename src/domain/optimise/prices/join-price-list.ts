import type { StatementSettings } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';

/** Lists have millions of rows: joined in the order in which they are stored, sorted on disk. */
export const joinSettings: StatementSettings = {
  join_algorithm: 'full_sorting_merge',
  max_bytes_before_external_sort: String(256 * 2 ** 20),
  max_bytes_before_external_group_by: String(256 * 2 ** 20),
  max_threads: 2,
  distributed_product_mode: 'local',
};

const offerRegion = sql`concat(offer, ' ', region)`;

/** The statement that stores each product once per offer and region. */
export function insertProducts(publication: number): Sql {
  return sql`INSERT INTO products
  (publication, offer_region, id, provider_id, service_id, name, category, details)
SELECT ${publication}, ${offerRegion} AS offer_region, product_id AS id, any(provider_id), any(service_id),
  any(name), any(category),
  -- Some SKUs of a product say more about it than others.
  argMax(product_details, (length(product_details), product_details))
FROM price_skus WHERE publication = ${publication}
GROUP BY offer_region, id`;
}

/** Parts of an id that are empty are left out. */
const idSuffix = (column: Sql) =>
  sql`if(${column} = '', '', concat('-', replaceAll(${column}, '-', '_')))`;

/**
 * The statement that stores the prices. Lists have a few SKUs that nothing tells apart but their code, so
 * it ends the id of all but the first of them.
 */
export function insertPrices(publication: number): Sql {
  const base = sql`concat(
    product_id, '-', replaceAll(region, '-', '_'), '-', replaceAll(lifecycle, '-', '_'),
    ${idSuffix(sql`platform`)}, ${idSuffix(sql`tenancy`)}, ${idSuffix(sql`qualifier`)}
  )`;
  const qualifiers = sql`[skus.qualifier, terms.qualifier]`;
  const qualifier = sql`arrayStringConcat(arrayFilter(part -> part != '', ${qualifiers}), '-')`;
  const number = sql`row_number() OVER (PARTITION BY base_id ORDER BY sku, unit, amount)`;
  return sql`INSERT INTO prices
  (publication, offer_region, id, product_id, provider_id, service_id, name, region, rate_type, platform,
   tenancy, qualifier, lifecycle, unit, currency, amount, details)
SELECT ${publication}, ${offerRegion},
  if(${number} = 1, base_id, concat(base_id, '-', lower(sku), '_', toString(${number}))),
  product_id, provider_id, service_id, name, region, rate_type, platform, tenancy, qualifier, lifecycle,
  unit, currency, amount, details
FROM (
  SELECT *, ${base} AS base_id
  FROM (
    SELECT skus.sku AS sku, offer, product_id, provider_id, service_id, name, region, rate_type, platform,
      tenancy, ${qualifier} AS qualifier,
      lifecycle, unit, currency, amount, details
    FROM (SELECT * FROM price_terms WHERE publication = ${publication}) AS terms
    INNER JOIN (
      SELECT * FROM price_skus WHERE publication = ${publication} LIMIT 1 BY sku
    ) AS skus ON terms.sku = skus.sku
  )
)`;
}
