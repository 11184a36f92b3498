import { type Sql, sql } from '../../../../platform/store/sql.js';
import { required, type Format, type FormatContext, type Mapping } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, namedColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import { product } from '../sql/decimal.js';
import { isOneOf, lookUp } from '../sql/expressions.js';
import { pairsOfJson } from '../sql/tags.js';
import { invalidTags } from '../tag-warnings.js';
import { lastSegment } from '../sql/text.js';
import { monthOf, timeOfSlashedText } from '../sql/time.js';
import { azureRegionIds } from './azure-regions.js';
import { blockSize, blockUnit } from './azure-units.js';

const costNames = ['CostInBillingCurrency', 'Cost', 'PreTaxCost'];
const dateNames = ['Date', 'UsageDateTime'];

/** Azure cost exports of all agreement types: actual costs, amortized costs, or both. */
export const azure: Format = {
  name: 'azure_export',
  title: 'Azure cost export',
  provider: 'azure',
  matches: (header) =>
    header.has('MeterCategory') && header.hasAny(...costNames) && header.hasAny(...dateNames),
  kindOf: (fileName) => /actual|amorti[sz]ed/i.exec(fileName)?.[0].toLowerCase() ?? fileName,
  facts: (source, kind): Record<string, Sql> => {
    if (kind === 'actual') return { actual: sql`max(true)` };
    if (kind.startsWith('amorti')) return { amortized: sql`max(true)` };
    const amortized = sql`max(${isAmortizedRow(source)})`;
    return { amortized, actual: sql`NOT ${amortized}` };
  },
  map,
  // If the other dataset of the month was imported earlier, its lines are copied to the new load.
  retain: (facts) => {
    if (facts['actual'] === true && facts['amortized'] === true) return undefined;
    return facts['actual'] === true
      ? { where: sql`attributes['dataset'] = 'amortized'`, effectiveCost: sql`effective_cost` }
      : {
          // The commitment type of a refund is `refund`, but its pricing model is that of the commitment.
          where: sql`attributes['dataset'] = 'actual' AND pricing_category = 'committed'
            AND charge_type IN ('Purchase', 'Refund')`,
          effectiveCost: sql`toDecimal128(0, 18)`,
        };
  },
};

/** Whether a row can only occur in an amortized export. */
function isAmortizedRow(source: SourceColumns): Sql {
  const isCommitment = isOneOf(source.text('PricingModel'), 'Reservation', 'SavingsPlan');
  const type = source.text('ChargeType');
  const hasCost = sql`ifNull(${source.decimal(...costNames)} != 0, false)`;
  return sql`${isOneOf(type, 'UnusedReservation', 'UnusedSavingsPlan')}
    OR (${isOneOf(type, 'Usage')} AND ${isCommitment} AND ${hasCost})`;
}

function map(source: SourceColumns, context: FormatContext): Mapping {
  const isAmortized = context.groupFacts['amortized'] === true;
  const missingDataset = context.facts['amortized'] !== true ? 'no_amortized_data' : 'no_purchases';
  const isComplete = context.facts['actual'] === true && context.facts['amortized'] === true;
  const value = source.decimal(...costNames);
  const isInAmortized = isAmortized ? undefined : inAmortizedExport(context);
  return {
    columns: {
      is_commitment: isOneOf(sql`pricing_model`, 'Reservation', 'SavingsPlan'),
      pricing_model: sql`replaceAll(${source.text('PricingModel')}, ' ', '')`,
      billed_cost: isAmortized ? sql`if(is_commitment, toDecimal128(0, 18), ${value})` : value,
      effective_cost:
        isInAmortized === undefined
          ? value
          : sql`if(${isInAmortized}, toDecimal128(0, 18), ${value})`,
      ...costColumns(source),
      ...timeColumns(source, context),
      ...resourceColumns(source),
      ...commitmentColumns(source),
      attributes: attributes(source, isAmortized ? 'amortized' : 'actual'),
    },
    tagPairs: pairsOfJson(withBraces(source.text('Tags'))),
    faults: [
      ...required(
        source,
        dateNames.find((name) => source.has(name)) ?? 'Date',
        sql`charge_start`,
        'must be a valid date',
      ),
      ...required(
        source,
        costNames.find((name) => source.has(name)) ?? 'Cost',
        value,
        'must be a valid number',
      ),
      ...currencyFault(source, 'BillingCurrencyCode', 'BillingCurrency', 'Currency'),
    ],
    warnings: [
      {
        code: 'unknown_charge_type',
        when: isUnknownCharge(sql`charge_type`),
        example: sql`charge_type`,
      },
      ...invalidTags(source.text('Tags'), withBraces(source.text('Tags'))),
      ...(isComplete ? [] : [{ code: missingDataset, when: sql`true`, example: sql`source_file` }]),
    ],
    notices: missingCurrency(source, 'BillingCurrencyCode', 'BillingCurrency', 'Currency'),
    partition: sql`toString(billing_period)`,
    // Rows of an actual export are also in the amortized one, except payments for commitments.
    ...(isInAmortized === undefined
      ? {}
      : {
          where: sql`NOT (${isInAmortized})
            OR (is_commitment AND charge_type IN ('Purchase', 'Refund'))`,
        }),
  };
}

/** Whether a row of an actual export is in a month whose amortized export is imported, too; undefined if no row is. */
function inAmortizedExport({ facts, retainedPartitions }: FormatContext): Sql | undefined {
  if (facts['amortized'] === true) return sql`true`;
  if (retainedPartitions.length === 0) return undefined;
  return sql`partition IN (${sql.literals(retainedPartitions)})`;
}

function costColumns(source: SourceColumns): Record<string, Sql> {
  const quantity = source.decimal('Quantity', 'UsageQuantity');
  const listPrice = source.decimal('PayGPrice');
  const unit = source.text('UnitOfMeasure');
  return {
    list_cost: sql`coalesce(
      ${source.decimal('paygCostInBillingCurrency')},
      if(ifNull(${listPrice} > 0, false), ${product(listPrice, quantity)}, NULL))`,
    list_unit_price: listPrice,
    contracted_unit_price: source.decimal('UnitPrice'),
    contracted_cost: product(source.decimal('UnitPrice'), quantity),
    currency: currencyOf(source.text('BillingCurrencyCode', 'BillingCurrency', 'Currency')),
    usage_amount: sql`if(
      charge_group = 'usage' AND charge_type NOT IN ('UnusedReservation', 'UnusedSavingsPlan'),
      ${product(quantity, blockSize(unit))}, NULL)`,
    usage_unit: sql`if(usage_amount IS NULL, NULL, ${blockUnit(unit)})`,
  };
}

/** Parses ISO dates and US dates. */
function parseDate(source: SourceColumns, ...names: string[]): Sql {
  const time = source.time(...names);
  return sql`coalesce(${time}, ${timeOfSlashedText(source.text(...names), 'month-first')})`;
}

function timeColumns(source: SourceColumns, { today }: FormatContext): Record<string, Sql> {
  return {
    charge_start: parseDate(source, ...dateNames),
    charge_end: sql`charge_start + INTERVAL 1 DAY`,
    billing_period: monthOf(
      sql`coalesce(${parseDate(source, 'BillingPeriodStartDate')}, charge_start)`,
    ),
    invoice_id: source.text('InvoiceId'),
    estimated: sql`toDate(${sql.literal(today)}) < billing_period + INTERVAL 1 MONTH + INTERVAL 5 DAY`,
    is_correction: sql`${source.text('previousInvoiceId')} IS NOT NULL OR charge_type = 'Refund'`,
  };
}

function resourceColumns(source: SourceColumns): Record<string, Sql> {
  const instance = source.text('InstanceName');
  const meter = source.text('MeterCategory');
  const group = sql`coalesce(
    ${source.text('ResourceGroup', 'ResourceGroupName')},
    nullIf(extract(ifNull(resource_id, ''), '(?i)/resourceGroups/([^/]+)'), ''))`;
  const location = source.text('ResourceLocationNormalized', 'ResourceLocation', 'Location');
  const region = sql`lower(replaceAll(${location}, ' ', ''))`;
  const withMeter = (detail: Sql) =>
    sql`nullIf(trimBoth(concat(ifNull(${meter}, ''), ' ', ifNull(${detail}, ''))), '')`;
  return {
    provider: sql`'azure'`,
    payer_account_id: source.text('BillingProfileId', 'BillingAccountId'),
    payer_account_name: source.text('BillingProfileName', 'BillingAccountName'),
    provider_account_id: sql`lower(${source.text('SubscriptionId', 'SubscriptionGuid')})`,
    provider_account_name: source.text('SubscriptionName'),
    account_id: sql`lower(${group})`,
    account_name: group,
    service: sql`coalesce(${meter}, ${source.text('PublisherName')}, 'Unknown')`,
    cost_category: withMeter(source.text('MeterSubCategory')),
    cost_subcategory: withMeter(source.text('MeterName')),
    resource_id: sql`coalesce(
      ${source.text('ResourceId', 'InstanceId')},
      if(startsWith(ifNull(${instance}, ''), '/'), ${instance}, NULL))`,
    resource_name: sql`coalesce(${source.text('ResourceName')}, ${lastSegment(sql`resource_id`)})`,
    resource_type: sql`coalesce(
      ${source.text('ResourceType')},
      nullIf(lower(extract(ifNull(resource_id, ''), '(?i)/providers/([^/]+/[^/]+)')), ''))`,
    region: sql`nullIf(${lookUp(region, azureRegionIds, sql`ifNull(${region}, '')`)}, '')`,
    availability_zone: source.text('AvailabilityZone'),
    instance_type: sql`nullIf(
      JSONExtractString(${withBraces(source.text('AdditionalInfo'))}, 'ServiceType'), '')`,
    sku_id: source.text('MeterId'),
    sku_price_id: source.text('PartNumber', 'ProductId'),
    description: sql`substringUTF8(${source.text('ProductName', 'Product')}, 1, 1024)`,
    marketplace: isOneOf(source.text('PublisherType'), 'Marketplace'),
    publisher: source.text('PublisherName'),
    charge_type: sql`ifNull(${source.text('ChargeType')}, 'Usage')`,
    charge_group: chargeGroup(sql`charge_type`),
    charge_frequency: lookUp(
      source.text('Frequency'),
      { OneTime: 'one_time', Recurring: 'recurring', UsageBased: 'usage_based' },
      sql`NULL`,
    ),
  };
}

function commitmentColumns(source: SourceColumns): Record<string, Sql> {
  return {
    commitment_id: source.text('benefitId', 'ReservationId'),
    commitment_name: source.text('benefitName', 'ReservationName'),
    commitment_basis: sql`transform(
      ifNull(pricing_model, ''), ['Reservation', 'SavingsPlan'], ['usage', 'spend'], NULL)`,
    commitment_status: sql`multiIf(
      NOT is_commitment, NULL,
      charge_type IN ('UnusedReservation', 'UnusedSavingsPlan'), 'unused',
      charge_type = 'Usage', 'used',
      NULL)`,
    pricing_category: sql`transform(
      ifNull(pricing_model, ''),
      ['OnDemand', 'Spot', 'Reservation', 'SavingsPlan'],
      ['standard', 'dynamic', 'committed', 'committed'],
      NULL)`,
    commitment_type: commitmentType({
      savingsPlan: isOneOf(sql`pricing_model`, 'SavingsPlan'),
      reservation: isOneOf(sql`pricing_model`, 'Reservation'),
      spot: isOneOf(sql`pricing_model`, 'Spot'),
    }),
  };
}

const attributeColumns = [
  'servicePeriodStartDate',
  'servicePeriodEndDate',
  'costInPricingCurrency',
  'costInUsd',
  'pricingCurrency',
  'exchangeRatePricingToBilling',
  'exchangeRateDate',
  'EffectivePrice',
  'UnitOfMeasure',
  'ServiceFamily',
  'ConsumedService',
  'Term',
  'ProductOrderId',
  'ProductOrderName',
  'InvoiceSectionId',
  'InvoiceSectionName',
  'AccountName',
  'AccountId',
  'CostCenter',
  'OfferId',
  'IsAzureCreditEligible',
  'ServiceInfo1',
  'ServiceInfo2',
  'CostAllocationRuleName',
  'resellerName',
  'AdditionalInfo',
];

function attributes(source: SourceColumns, dataset: 'actual' | 'amortized'): Sql {
  return attributeMap({
    dataset: sql.literal(dataset),
    ...namedColumns(source, attributeColumns),
  });
}

/** Older exports omit the outer braces of JSON objects. */
function withBraces(text: Sql): Sql {
  const value = sql`ifNull(${text}, '{}')`;
  return sql`if(startsWith(${value}, '{'), ${value}, concat('{', ${value}, '}'))`;
}
