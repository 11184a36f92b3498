import { required, validIfPresent, type Format } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, namedColumns } from '../sql/attributes.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import { isOneOf } from '../sql/expressions.js';
import { noPairs } from '../sql/tags.js';
import { usageUnit } from '../sql/units.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';

const costNames = ['cost/myCost', 'cost/myCostOverage'];

/** Oracle Cloud cost report. */
export const oci: Format = {
  name: 'oci_report',
  title: 'Oracle cost report',
  provider: 'oracle',
  matches: (header) => header.has('lineItem/intervalUsageStart', 'cost/myCost'),
  map: (source) => ({
    columns: columns(source),
    tagPairs: tagPairs(source),
    faults: [
      ...required(
        source,
        'lineItem/intervalUsageStart',
        source.time('lineItem/intervalUsageStart'),
        'must be a valid date',
      ),
      {
        column: 'cost/myCost',
        when: sql`coalesce(${sql.join(costNames.map((name) => source.text(name)))}) IS NULL`,
        reason: 'is missing',
        sample: sql`''`,
      },
      ...costNames.flatMap((name) =>
        validIfPresent(source, name, source.decimal(name), 'must be a valid number'),
      ),
      ...currencyFault(source, 'cost/currencyCode'),
    ],
    notices: missingCurrency(source, 'cost/currencyCode'),
    partition: sql`source_file`,
    hasRowIds: true,
  }),
};

function columns(source: SourceColumns): Record<string, Sql> {
  const end = source.time('lineItem/intervalUsageEnd');
  const amount = (name: string) => sql`ifNull(${source.decimal(name)}, toDecimal128(0, 18))`;
  return {
    provider: sql`'oracle'`,
    source_row_id: source.text('lineItem/referenceNo'),
    charge_start: source.time('lineItem/intervalUsageStart'),
    charge_end: sql`if(ifNull(${end} > charge_start, false), ${end}, charge_start + INTERVAL 1 HOUR)`,
    payer_account_id: source.text('lineItem/tenantId'),
    provider_account_id: source.text('lineItem/tenantId'),
    account_id: source.text('product/compartmentId'),
    account_name: source.text('product/compartmentName'),
    service: sql`ifNull(${source.text('product/service')}, 'Unknown')`,
    region: source.text('product/region'),
    availability_zone: source.text('product/availabilityDomain'),
    resource_id: source.text('product/resourceId'),
    cost_category: source.text('product/Description'),
    sku_id: source.text('cost/productSku'),
    usage_amount: source.decimal('usage/billedQuantity'),
    usage_unit: sql`if(usage_amount IS NULL, NULL, ifNull(${usageUnit(
      source.text('cost/billingUnitReadable', 'cost/skuUnitDescription'),
    )}, 'Units'))`,
    contracted_unit_price: source.decimal('cost/unitPrice', 'cost/unitPriceOverage'),
    billed_cost: sql.join(costNames.map(amount), ' + '),
    currency: currencyOf(source.text('cost/currencyCode')),
    is_correction: isOneOf(sql`lower(${source.text('lineItem/isCorrection')})`, 'true'),
    attributes: attributeMap(
      namedColumns(source, ['lineItem/backreferenceNo', 'cost/subscriptionId', 'cost/overageFlag']),
    ),
  };
}

function tagPairs(source: SourceColumns): Sql {
  const pairs = source.header.columns.flatMap((column) => {
    const key = /^tags\/(.+)$/.exec(column.name)?.[1];
    return key === undefined ? [] : [sql`(${sql.literal(key)}, ${source.verbatim(column)})`];
  });
  if (pairs.length === 0) return noPairs;
  return sql`arrayFilter(p -> p.2 != '', [${sql.join(pairs)}])`;
}
