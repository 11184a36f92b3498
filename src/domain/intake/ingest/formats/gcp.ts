import { type Sql, sql } from '../../../../platform/store/sql.js';
import { required, type Format, type FormatContext, type Warning } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, namedColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import { decimalOfText } from '../sql/decimal.js';
import { extraLinesType, contains, isOneOf } from '../sql/expressions.js';
import { pairsOfLabels } from '../sql/tags.js';
import { storedYear } from '../sql/time.js';
import { usageUnit } from '../sql/units.js';

/** Google Cloud billing export, standard or detailed: JSON lines, Parquet, or CSV with dotted column names. */
export const gcp: Format = {
  name: 'gcp_export',
  title: 'GCP billing export',
  provider: 'gcp',
  matches: (header) =>
    header.has('billing_account_id', 'usage_start_time', 'cost') && header.hasAny('sku', 'sku.id'),
  map: (source, context) => ({
    columns: {
      is_commitment_fee: sql`startsWith(ifNull(${source.text('service.description')}, ''), 'Commitment')
        OR startsWith(ifNull(${source.text('sku.description')}, ''), 'Commitment')`,
      credit_list: jsonList(source.text('credits')),
      ...costColumns(source),
      ...timeColumns(source, context),
      ...resourceColumns(source),
    },
    // The last of duplicate keys wins, so labels of the resource override those of its project.
    tagPairs: sql`arrayConcat(
      ${pairsOfLabels(jsonList(source.text('project.labels')))},
      ${resourceTags(source)},
      ${pairsOfLabels(jsonList(source.text('labels')))})`,
    faults: [
      ...required(
        source,
        'usage_start_time',
        source.time('usage_start_time'),
        'must be a valid date',
      ),
      {
        column: 'invoice.month',
        when: sql`NOT match(${source.text('invoice.month')}, ${sql.literal(invoiceMonth)})`,
        reason: 'must be a valid month',
        sample: source.text('invoice.month'),
      },
      ...required(source, 'cost', source.decimal('cost'), 'must be a valid number'),
      ...currencyFault(source, 'currency'),
    ],
    warnings: [
      {
        code: 'unknown_charge_type',
        when: isUnknownCharge(sql`charge_type`),
        example: sql`charge_type`,
      },
      invalidList(source, 'labels', 'tags_unreadable'),
      invalidList(source, 'project.labels', 'tags_unreadable'),
      invalidList(source, 'credits', 'credits_unreadable'),
    ],
    notices: missingCurrency(source, 'currency'),
    exchangeRate: source.decimal('currency_conversion_rate'),
    partition: sql`source_file`,
    extraLines: creditLines,
    sourceBilled: sql`billed_cost
      + arraySum(credit -> ${creditAmount(sql`credit`)}, JSONExtractArrayRaw(credit_list))`,
  }),
};

const invoiceMonth = `^${storedYear}(0[1-9]|1[0-2])`;

/** Repeated fields are JSON; some CSV files have the Python representation instead. */
function jsonList(text: Sql): Sql {
  const value = sql`ifNull(${text}, '[]')`;
  const repaired = Object.entries(jsonOfPython).reduce(
    (expression, [from, to]) =>
      sql`replaceAll(${expression}, ${sql.literal(from)}, ${sql.literal(to)})`,
    value,
  );
  return sql`if(isValidJSON(${value}), ${value}, ${repaired})`;
}

const jsonOfPython = { "'": '"', None: 'null', True: 'true', False: 'false' };

function invalidList(source: SourceColumns, column: string, code: string): Warning {
  const text = source.text(column);
  return {
    code,
    when: sql`${text} IS NOT NULL AND NOT isValidJSON(${jsonList(text)})`,
    example: text,
  };
}

function creditAmount(credit: Sql): Sql {
  return sql`ifNull(${decimalOfText(sql`JSONExtractRaw(${credit}, 'amount')`)}, toDecimal128(0, 18))`;
}

function creditType(credit: Sql): Sql {
  const type = sql`JSONExtractString(${credit}, 'type')`;
  const name = sql`JSONExtractString(${credit}, 'name')`;
  return sql`multiIf(
    ${type} != '', ${type},
    position(${name}, 'Sustained') > 0, 'SUSTAINED_USAGE_DISCOUNT',
    position(${name}, 'Committed') > 0, 'COMMITTED_USAGE_DISCOUNT',
    match(${name}, 'FreeTrial|Credit-'), 'PROMOTION',
    'DISCOUNT')`;
}

/** A line for each credit of the row, so that credits can be excluded from a report. */
const creditLines = ((): Sql => {
  const type = creditType(sql`credit`);
  const group = chargeGroup(type);
  const amount = creditAmount(sql`credit`);
  const commitment = sql`multiIf(
    ${type} = 'COMMITTED_USAGE_DISCOUNT', 'reserved_instance',
    ${type} = 'COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE', 'savings_plan',
    ${group} = 'discount', 'enterprise_discount',
    'credit')`;
  const id = sql`if(startsWith(${type}, 'COMMITTED_USAGE'),
    nullIf(JSONExtractString(credit, 'id'), ''), NULL)`;
  const line = sql`('credit', ${type}, ${group}, ${amount}, ${amount},
    CAST(NULL AS Nullable(String)), ${commitment}, ${id})`;
  return sql`CAST(arrayMap(credit -> ${line}, JSONExtractArrayRaw(credit_list)) AS ${extraLinesType})`;
})();

function resourceTags(source: SourceColumns): Sql {
  const [namespace, name] = [
    sql`JSONExtractString(o, 'namespace')`,
    sql`JSONExtractString(o, 'key')`,
  ];
  const key = sql`if(${namespace} = '', ${name}, concat(${namespace}, '/', ${name}))`;
  return sql`arrayFilter(p -> p.1 != '', arrayMap(
    o -> (${key}, JSONExtractString(o, 'value')),
    JSONExtractArrayRaw(${jsonList(source.text('tags'))})))`;
}

function costColumns(source: SourceColumns): Record<string, Sql> {
  return {
    billed_cost: source.decimal('cost'),
    effective_cost: sql`billed_cost`,
    list_cost: source.decimal('cost_at_list'),
    list_unit_price: source.decimal('price.list_price'),
    currency: currencyOf(source.text('currency')),
    usage_amount: sql`if(charge_group = 'usage',
      ${source.decimal('usage.amount_in_pricing_units')}, NULL)`,
    usage_unit: sql`if(usage_amount IS NULL, NULL,
      ifNull(${usageUnit(source.text('usage.pricing_unit'))}, 'Units'))`,
  };
}

function timeColumns(source: SourceColumns, { today }: FormatContext): Record<string, Sql> {
  const end = source.time('usage_end_time');
  const month = source.text('invoice.month');
  const invoiced = sql`makeDate(
    toUInt16OrZero(substring(${month}, 1, 4)), toUInt8OrZero(substring(${month}, 5, 2)), 1)`;
  return {
    charge_start: source.time('usage_start_time'),
    charge_end: sql`if(ifNull(${end} > charge_start, false), ${end}, charge_start + INTERVAL 1 HOUR)`,
    billing_period: sql`if(match(ifNull(${month}, ''), ${sql.literal(invoiceMonth)}),
      ${invoiced}, toStartOfMonth(charge_start))`,
    estimated: sql`toDate(${sql.literal(today)}) < billing_period + INTERVAL 1 MONTH + INTERVAL 4 DAY`,
    is_correction: sql`charge_type = 'adjustment'
      OR ifNull(${source.text('adjustment_info', 'adjustment_info.id')} LIKE '%_%', false)`,
  };
}

function resourceColumns(source: SourceColumns): Record<string, Sql> {
  const zone = source.text('location.zone');
  const location = source.text('location.location');
  return {
    provider: sql`'gcp'`,
    payer_account_id: source.text('billing_account_id'),
    provider_account_id: source.text('billing_account_id'),
    account_id: source.text('project.id'),
    account_name: source.text('project.name'),
    service: sql`ifNull(${source.text('service.description')}, 'Unknown')`,
    service_code: source.text('service.id'),
    cost_category: source.text('sku.description'),
    resource_id: source.text('resource.global_name', 'resource.name'),
    resource_name: source.text('resource.name'),
    region: sql`coalesce(
      ${source.text('location.region')},
      if(match(ifNull(${location}, ''), '^.+-[a-z]$'), NULL, ${location}),
      nullIf(replaceRegexpOne(ifNull(${zone}, ''), '-[a-z]$', ''), ''))`,
    availability_zone: zone,
    sku_id: source.text('sku.id'),
    marketplace: isOneOf(source.text('invoice.publisher_type'), 'PARTNER'),
    publisher: source.text('seller_name'),
    charge_type: sql`ifNull(${source.text('cost_type')}, 'regular')`,
    charge_group: sql`if(is_commitment_fee AND charge_type = 'regular',
      'fee', ${chargeGroup(sql`charge_type`)})`,
    commitment_id: sql`if(is_commitment_fee,
      coalesce(${source.text('subscription.instance_id')}, ${source.text('sku.id')}),
      ${source.text('subscription.instance_id')})`,
    commitment_type: commitmentType({
      reservation: sql`is_commitment_fee`,
      spot: contains(source.text('sku.description'), 'Spot Preemptible'),
    }),
    attributes: attributeMap(namedColumns(source, attributeColumns)),
  };
}

const attributeColumns = [
  'currency_conversion_rate',
  'usage.amount',
  'usage.unit',
  'usage.pricing_unit',
  'project.ancestry_numbers',
  'system_labels',
  'export_time',
  'price.effective_price',
  'transaction_type',
];
