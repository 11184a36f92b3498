import { required, type Format, type FormatContext, type Warning } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, namedColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import { decimalOfText } from '../sql/decimal.js';
import { extraLinesType, contains, isOneOf, type Sql } from '../sql/sql.js';
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
      is_commitment_fee: `startsWith(ifNull(${source.text('service.description')}, ''), 'Commitment') OR startsWith(ifNull(${source.text('sku.description')}, ''), 'Commitment')`,
      credit_list: jsonList(source.text('credits')),
      ...costColumns(source),
      ...timeColumns(source, context),
      ...resourceColumns(source),
    },
    // The last of duplicate keys wins, so labels of the resource override those of its project.
    tagPairs: `arrayConcat(${pairsOfLabels(jsonList(source.text('project.labels')))}, ${resourceTags(source)}, ${pairsOfLabels(jsonList(source.text('labels')))})`,
    faults: [
      ...required(
        source,
        'usage_start_time',
        source.time('usage_start_time'),
        'must be a valid date',
      ),
      {
        column: 'invoice.month',
        when: `NOT match(${source.text('invoice.month')}, '${invoiceMonth}')`,
        reason: 'must be a valid month',
        sample: source.text('invoice.month'),
      },
      ...required(source, 'cost', source.decimal('cost'), 'must be a valid number'),
      currencyFault(source, 'currency'),
    ],
    warnings: [
      { code: 'unknown_charge_type', when: isUnknownCharge('charge_type'), example: 'charge_type' },
      invalidList(source, 'labels', 'tags_unreadable'),
      invalidList(source, 'project.labels', 'tags_unreadable'),
      invalidList(source, 'credits', 'credits_unreadable'),
    ],
    notices: missingCurrency(source, 'currency'),
    exchangeRate: source.decimal('currency_conversion_rate'),
    partition: 'source_file',
    extraLines: creditLines,
    sourceBilled: `billed_cost + arraySum(credit -> ${creditAmount('credit')}, JSONExtractArrayRaw(credit_list))`,
  }),
};

const invoiceMonth = `^${storedYear}(0[1-9]|1[0-2])`;

/** Repeated fields are JSON; some CSV files have the Python representation instead. */
function jsonList(text: Sql): Sql {
  const value = `ifNull(${text}, '[]')`;
  const repaired = [
    [`\\'`, '"'],
    ['None', 'null'],
    ['True', 'true'],
    ['False', 'false'],
  ].reduce((expression, [from, to]) => `replaceAll(${expression}, '${from}', '${to}')`, value);
  return `if(isValidJSON(${value}), ${value}, ${repaired})`;
}

function invalidList(source: SourceColumns, column: string, code: string): Warning {
  const text = source.text(column);
  return {
    code,
    when: `${text} IS NOT NULL AND NOT isValidJSON(${jsonList(text)})`,
    example: text,
  };
}

function creditAmount(credit: Sql): Sql {
  return `ifNull(${decimalOfText(`JSONExtractRaw(${credit}, 'amount')`)}, toDecimal128(0, 18))`;
}

function creditType(credit: Sql): Sql {
  const type = `JSONExtractString(${credit}, 'type')`;
  const name = `JSONExtractString(${credit}, 'name')`;
  return (
    `multiIf(${type} != '', ${type}, position(${name}, 'Sustained') > 0, 'SUSTAINED_USAGE_DISCOUNT',` +
    ` position(${name}, 'Committed') > 0, 'COMMITTED_USAGE_DISCOUNT',` +
    ` match(${name}, 'FreeTrial|Credit-'), 'PROMOTION', 'DISCOUNT')`
  );
}

/** A line for each credit of the row, so that credits can be excluded from a report. */
const creditLines = ((): Sql => {
  const type = creditType('credit');
  const group = chargeGroup(type);
  const commitment = `multiIf(${type} = 'COMMITTED_USAGE_DISCOUNT', 'reserved_instance', ${type} = 'COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE', 'savings_plan', ${group} = 'discount', 'enterprise_discount', 'credit')`;
  const id = `if(startsWith(${type}, 'COMMITTED_USAGE'), nullIf(JSONExtractString(credit, 'id'), ''), NULL)`;
  const line = `('credit', ${type}, ${group}, ${creditAmount('credit')}, ${creditAmount('credit')}, CAST(NULL AS Nullable(String)), ${commitment}, ${id})`;
  return `CAST(arrayMap(credit -> ${line}, JSONExtractArrayRaw(credit_list)) AS ${extraLinesType})`;
})();

function resourceTags(source: SourceColumns): Sql {
  const key =
    "if(JSONExtractString(o, 'namespace') = '', JSONExtractString(o, 'key'), concat(JSONExtractString(o, 'namespace'), '/', JSONExtractString(o, 'key')))";
  return `arrayFilter(p -> p.1 != '', arrayMap(o -> (${key}, JSONExtractString(o, 'value')), JSONExtractArrayRaw(${jsonList(source.text('tags'))})))`;
}

function costColumns(source: SourceColumns): Record<string, Sql> {
  return {
    billed_cost: source.decimal('cost'),
    effective_cost: 'billed_cost',
    list_cost: source.decimal('cost_at_list'),
    list_unit_price: source.decimal('price.list_price'),
    currency: currencyOf(source.text('currency')),
    usage_amount: `if(charge_group = 'usage', ${source.decimal('usage.amount_in_pricing_units')}, NULL)`,
    usage_unit: `if(usage_amount IS NULL, NULL, ifNull(${usageUnit(source.text('usage.pricing_unit'))}, 'Units'))`,
  };
}

function timeColumns(source: SourceColumns, { today }: FormatContext): Record<string, Sql> {
  const end = source.time('usage_end_time');
  const month = source.text('invoice.month');
  return {
    charge_start: source.time('usage_start_time'),
    charge_end: `if(ifNull(${end} > charge_start, false), ${end}, charge_start + INTERVAL 1 HOUR)`,
    billing_period: `if(match(ifNull(${month}, ''), '${invoiceMonth}'), makeDate(toUInt16OrZero(substring(${month}, 1, 4)), toUInt8OrZero(substring(${month}, 5, 2)), 1), toStartOfMonth(charge_start))`,
    estimated: `toDate('${today}') < billing_period + INTERVAL 1 MONTH + INTERVAL 4 DAY`,
    is_correction: `charge_type = 'adjustment' OR ifNull(${source.text('adjustment_info', 'adjustment_info.id')} LIKE '%_%', false)`,
  };
}

function resourceColumns(source: SourceColumns): Record<string, Sql> {
  const zone = source.text('location.zone');
  const location = source.text('location.location');
  const zonePattern = "'^.+-[a-z]$'";
  return {
    provider: "'gcp'",
    payer_account_id: source.text('billing_account_id'),
    provider_account_id: source.text('billing_account_id'),
    account_id: source.text('project.id'),
    account_name: source.text('project.name'),
    service: `ifNull(${source.text('service.description')}, 'Unknown')`,
    service_code: source.text('service.id'),
    cost_category: source.text('sku.description'),
    resource_id: source.text('resource.global_name', 'resource.name'),
    resource_name: source.text('resource.name'),
    region: `coalesce(${source.text('location.region')}, if(match(ifNull(${location}, ''), ${zonePattern}), NULL, ${location}), nullIf(replaceRegexpOne(ifNull(${zone}, ''), '-[a-z]$', ''), ''))`,
    availability_zone: zone,
    sku_id: source.text('sku.id'),
    marketplace: isOneOf(source.text('invoice.publisher_type'), 'PARTNER'),
    publisher: source.text('seller_name'),
    charge_type: `ifNull(${source.text('cost_type')}, 'regular')`,
    charge_group: `if(is_commitment_fee AND charge_type = 'regular', 'fee', ${chargeGroup('charge_type')})`,
    commitment_id: `if(is_commitment_fee, coalesce(${source.text('subscription.instance_id')}, ${source.text('sku.id')}), ${source.text('subscription.instance_id')})`,
    commitment_type: commitmentType({
      reservation: 'is_commitment_fee',
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
