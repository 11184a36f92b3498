import { type Sql, sql } from '../../../../platform/store/sql.js';
import { chargeTypeLabels } from '../../../costs/charge-type-labels.js';
import { required, type Format, type Mapping } from '../format.js';
import type { Header } from '../header.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, matchingColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import { contains, isOneOf, lookUp } from '../sql/expressions.js';
import { lastSegment } from '../sql/text.js';
import { monthOf, timeOfText } from '../sql/time.js';
import { usageUnit } from '../sql/units.js';
import { invalidTags } from '../tag-warnings.js';
import { amortizations } from './amortizations.js';
import { awsAttributes, awsProductAttributes } from './aws-attributes.js';
import { accountId, awsTagPairs, awsText, snakeCaseTagKeys } from './aws-columns.js';
import { awsEffectiveCost, awsNetDiscounts } from './aws-costs.js';
import { awsServiceNames, awsUsageCategories } from './aws-services.js';

const requiredColumns = ['lineItem/UnblendedCost', 'lineItem/UsageStartDate'];

/** AWS Cost and Usage Report; column names have slashes in CSV and are snake case in Parquet. */
export const awsCur: Format = {
  name: 'aws_cur',
  title: 'AWS Cost and Usage Report',
  provider: 'aws',
  matches: (header) => header.has(...requiredColumns) && !isCur2(header),
  facts,
  map,
};

/** The same report as written by AWS Data Exports: a fixed schema with maps for variable columns. */
export const awsCur2: Format = {
  name: 'aws_cur2',
  title: 'AWS CUR 2.0',
  provider: 'aws',
  matches: (header) => header.has(...requiredColumns) && isCur2(header),
  facts,
  map,
};

function isCur2(header: Header): boolean {
  if (header.columns.some((column) => column.name.includes('/'))) return false;
  return header.hasAny(
    'resource_tags',
    'product',
    'bill_payer_account_name',
    'line_item_usage_account_name',
  );
}

/** With discount rows, discounts of the net columns would be counted twice. */
function facts(source: SourceColumns): Record<string, Sql> {
  if (!source.has('lineItem/NetUnblendedCost')) return {};
  return { hasDiscountRows: sql`max(${chargeGroup(chargeType(source))} = 'discount')` };
}

function map(
  source: SourceColumns,
  { facts: setFacts }: { facts: Readonly<Record<string, boolean>> },
): Mapping {
  const start = source.text('lineItem/UsageStartDate');
  const hasNetDiscounts =
    source.has('lineItem/NetUnblendedCost') && setFacts['hasDiscountRows'] !== true;
  return {
    columns: {
      ...helperColumns(source),
      ...costColumns(source),
      ...timeColumns(source),
      ...resourceColumns(source),
      ...commitmentColumns(source),
    },
    tagPairs: awsTagPairs(source),
    faults: [
      {
        column: 'lineItem/UsageStartDate',
        when: sql`charge_start IS NULL`,
        reason: 'is missing or no valid date',
        sample: start,
      },
      ...required(
        source,
        'lineItem/UnblendedCost',
        source.decimal('lineItem/UnblendedCost'),
        'must be a valid number',
      ),
      ...currencyFault(source, 'lineItem/CurrencyCode'),
    ],
    warnings: [
      {
        code: 'unknown_charge_type',
        when: isUnknownCharge(sql`charge_type`),
        example: sql`charge_type`,
      },
      ...(source.pairs('resource_tags') === undefined
        ? invalidTags(source.text('resource_tags'))
        : []),
    ],
    notices: [...missingCurrency(source, 'lineItem/CurrencyCode'), ...snakeCaseTagKeys(source)],
    partition: sql`toString(billing_period)`,
    amortization: amortizations.aws_cur,
    ...(hasNetDiscounts ? awsNetDiscounts(source) : {}),
    ...(source.has('identity/LineItemId') ? { hasRowIds: true as const } : {}),
  };
}

function chargeType(source: SourceColumns): Sql {
  const raw = sql`ifNull(${source.text('lineItem/LineItemType')}, 'Usage')`;
  const description = source.text('lineItem/LineItemDescription');
  const isDiscount = sql`${raw} IN ('Discount', 'Credit')`;
  const hasCommitment = sql`coalesce(${reservationArn(source)}, ${savingsPlanArn(source)}) IS NOT NULL`;
  const isMarketplace = isOneOf(source.text('bill/BillingEntity'), 'AWS Marketplace');
  return sql`multiIf(
    ${raw} = 'Fee' AND ${isMarketplace}, 'AWS Marketplace',
    ${raw} = 'Tax' AND ${hasCommitment}, 'FeeTax',
    ${isDiscount} AND ${contains(description, 'Enterprise Discount Program')}, 'EdpDiscount',
    ${isDiscount} AND ${contains(description, 'Solution Provider')}, 'SppDiscount',
    ${raw})`;
}

const reservationArn = (source: SourceColumns) =>
  source.text('reservation/ReservationARN', 'reservation_reservation_arn');

const savingsPlanArn = (source: SourceColumns) =>
  source.text('savingsPlan/SavingsPlanARN', 'savings_plan_savings_plan_arn');

/** Helper columns that several expressions use. */
function helperColumns(source: SourceColumns): Record<string, Sql> {
  return {
    line_type: sql`ifNull(${source.text('lineItem/LineItemType')}, 'Usage')`,
    usage_type: source.text('lineItem/UsageType'),
    reservation_arn: reservationArn(source),
    savings_plan_arn: savingsPlanArn(source),
  };
}

function costColumns(source: SourceColumns): Record<string, Sql> {
  const hasPrice = sql`charge_group NOT IN ('tax', 'credit', 'refund', 'discount')`;
  return {
    billed_cost: source.decimal('lineItem/UnblendedCost'),
    effective_cost: awsEffectiveCost(source),
    list_cost: sql`if(${hasPrice}, ${source.decimal('pricing/publicOnDemandCost')}, NULL)`,
    list_unit_price: sql`if(${hasPrice}, ${source.decimal('pricing/publicOnDemandRate')}, NULL)`,
    contracted_cost: sql`if(line_type = 'Usage', billed_cost, NULL)`,
    currency: currencyOf(source.text('lineItem/CurrencyCode')),
    usage_amount: sql`if(charge_group = 'usage' AND line_type != 'SavingsPlanNegation',
      ${source.decimal('lineItem/UsageAmount')}, NULL)`,
    usage_unit: sql`if(usage_amount IS NULL, NULL,
      ifNull(${usageUnit(source.text('pricing/unit'))}, 'Units'))`,
  };
}

function timeColumns(source: SourceColumns): Record<string, Sql> {
  const start = source.text('lineItem/UsageStartDate');
  const interval = (side: 1 | 2) =>
    timeOfText(sql`splitByChar('/', ifNull(${source.text('identity/TimeInterval')}, ''))[${side}]`);
  const end = sql`if(${start} IS NULL, ${interval(2)}, ${source.time('lineItem/UsageEndDate')})`;
  // Some reports end intervals one second before the hour.
  const roundedEnd = sql`if(toSecond(${end}) = 59, ${end} + INTERVAL 1 SECOND, ${end})`;
  const id = source.text('identity/LineItemId');
  return {
    charge_start: sql`if(${start} IS NULL, ${interval(1)}, ${source.time('lineItem/UsageStartDate')})`,
    charge_end: sql`if(ifNull(${roundedEnd} > charge_start, false),
      ${roundedEnd}, charge_start + INTERVAL 1 HOUR)`,
    billing_period: monthOf(
      sql`coalesce(${source.time('bill/BillingPeriodStartDate')}, charge_start)`,
    ),
    invoice_id: source.text('bill/InvoiceId'),
    estimated: sql`invoice_id IS NULL`,
    is_correction: sql`${isOneOf(source.text('bill/BillType'), 'Refund')} OR line_type = 'Refund'`,
    source_row_id: sql`if(${id} IS NULL, NULL,
      concat(${id}, ' ', ifNull(${source.text('identity/TimeInterval')}, '')))`,
  };
}

function resourceColumns(source: SourceColumns): Record<string, Sql> {
  const code = source.text('lineItem/ProductCode');
  const name = awsText(source, 'product/ProductName');
  const serviceOfCode = lookUp(code, awsServiceNames, sql`ifNull(${code}, 'Unknown')`);
  const regionCode = awsText(source, 'product/regionCode');
  const region = sql`coalesce(${regionCode}, ${awsText(source, 'product/region')})`;
  const zone = source.text('lineItem/AvailabilityZone');
  const payer = accountId(source.text('bill/PayerAccountId'));
  return {
    provider: sql`'aws'`,
    payer_account_id: payer,
    payer_account_name: source.text('bill_payer_account_name'),
    provider_account_id: payer,
    provider_account_name: source.text('bill_payer_account_name'),
    account_id: accountId(source.text('lineItem/UsageAccountId')),
    account_name: source.text('line_item_usage_account_name'),
    service: sql`if(ifNull(${code}, '') = 'AmazonEC2', ${sql.literal(awsServiceNames['AmazonEC2']!)},
      coalesce(${name}, ${serviceOfCode}))`,
    service_code: code,
    cost_category: costCategory(source),
    cost_subcategory: sql`usage_type`,
    resource_id: source.text('lineItem/ResourceId'),
    resource_name: sql`coalesce(
      nullIf(arrayFirst(p -> p.1 = 'Name', tag_pairs).2, ''), ${lastSegment(sql`resource_id`)})`,
    region: sql`multiIf(
      ${region} IS NOT NULL, ${region},
      ${isOneOf(awsText(source, 'product/location'), 'Any')}, 'global',
      nullIf(replaceRegexpOne(ifNull(${zone}, ''), '[a-z]$', ''), ''))`,
    availability_zone: zone,
    instance_type: sql`coalesce(
      ${awsText(source, 'product/instanceType')},
      nullIf(extract(
        ifNull(usage_type, ''), '(?:BoxUsage|SpotUsage|HeavyUsage|InstanceUsage):(.+)$'), ''))`,
    operation: source.text('lineItem/Operation'),
    sku_id: awsText(source, 'product/sku'),
    sku_price_id: source.text('pricing/RateCode', 'pricing/RateId'),
    description: sql`substringUTF8(${source.text('lineItem/LineItemDescription')}, 1, 1024)`,
    marketplace: isOneOf(source.text('bill/BillingEntity'), 'AWS Marketplace'),
    publisher: source.text('lineItem/LegalEntity'),
    invoice_issuer: source.text('bill/InvoicingEntity'),
    charge_type: chargeType(source),
    charge_group: chargeGroup(sql`charge_type`),
    charge_frequency: sql`multiIf(
      endsWith(line_type, 'Usage'), 'usage_based',
      line_type IN ('RIFee', 'SavingsPlanRecurringFee'), 'recurring',
      line_type IN ('Fee', 'SavingsPlanUpfrontFee'), 'one_time',
      NULL)`,
    attributes: attributes(source),
  };
}

function costCategory(source: SourceColumns): Sql {
  const byUsageType = awsUsageCategories.map(
    ([pattern, name]) =>
      sql`match(ifNull(usage_type, ''), ${sql.literal(pattern)}), ${sql.literal(name)}`,
  );
  const family = awsText(source, 'product/productFamily');
  return sql`multiIf(
    marketplace, 'AWS Marketplace',
    ${family} IS NOT NULL, ${family},
    ${sql.join(byUsageType)},
    ${lookUp(sql`charge_type`, chargeTypeLabels, sql`charge_type`)})`;
}

function attributes(source: SourceColumns): Sql {
  const categories = matchingColumns(source, /^(?:costCategory\/|cost_category[_.])(.+)$/);
  const entries = source.pairsOrJson('cost_category');
  return attributeMap(
    {
      ...awsAttributes(source),
      ...Object.fromEntries(
        Object.entries(categories).map(([key, value]) => [`cost_category/${key}`, value]),
      ),
      ...matchingColumns(source, /^(splitLineItem\/.+|split_line_item_.+|discount\/.+)$/),
    },
    joined([
      entries && sql`arrayMap(p -> (concat('cost_category/', p.1), p.2), ${entries})`,
      awsProductAttributes(source),
    ]),
  );
}

function joined(lists: readonly (Sql | undefined)[]): Sql | undefined {
  const given = lists.filter((list) => list !== undefined);
  return given.length === 0 ? undefined : sql`arrayConcat(${sql.join(given)})`;
}

function commitmentColumns(source: SourceColumns): Record<string, Sql> {
  const isSpot = sql`match(ifNull(usage_type, ''), 'SpotUsage')
    OR ${isOneOf(source.text('pricing/term'), 'Spot')}`;
  const isCovered = sql`line_type IN ('DiscountedUsage', 'SavingsPlanCoveredUsage')`;
  return {
    amortized_charge_type: sql`multiIf(
      ${isCovered}, 'AllocatedAmortizedFee',
      line_type IN ('RIFee', 'SavingsPlanRecurringFee'), 'AmortizedFee',
      NULL)`,
    commitment_id: sql`coalesce(savings_plan_arn, reservation_arn)`,
    commitment_owner_account_id: sql`nullIf(extract(ifNull(commitment_id, ''), ':([0-9]{12}):'), '')`,
    commitment_basis: sql`multiIf(
      savings_plan_arn IS NOT NULL, 'spend',
      reservation_arn IS NOT NULL, 'usage',
      NULL)`,
    commitment_status: sql`if(${isCovered}, 'used', NULL)`,
    pricing_category: sql`multiIf(
      ${isCovered}, 'committed',
      ${isSpot}, 'dynamic',
      line_type IN ('Usage', 'Fee'), 'standard',
      NULL)`,
    commitment_type: commitmentType({
      savingsPlan: sql`startsWith(line_type, 'SavingsPlan')`,
      reservation: sql`line_type IN ('DiscountedUsage', 'RIFee')
        OR (line_type = 'Fee' AND reservation_arn IS NOT NULL)`,
      spot: isSpot,
    }),
  };
}
