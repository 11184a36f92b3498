import { required, type Format, type FormatContext, type Mapping } from '../format.js';
import type { Source } from '../source.js';
import { attributeMap, namedColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf } from '../sql/currency.js';
import { product } from '../sql/decimal.js';
import { isOneOf, lookUp, type Sql } from '../sql/sql.js';
import { pairsOfJson } from '../sql/tags.js';
import { lastSegment } from '../sql/text.js';
import { monthOf, timeOfSlashedText } from '../sql/time.js';
import { azureRegionIds } from './azure-regions.js';
import { blockSize, blockUnit } from './azure-units.js';

const cost = ['CostInBillingCurrency', 'Cost', 'PreTaxCost'];
const date = ['Date', 'UsageDateTime'];

/** Azure cost exports of every agreement type: actual cost, amortised cost, or both together. */
export const azure: Format = {
  name: 'azure_export',
  title: 'Azure cost export',
  provider: 'azure',
  recognises: (header) =>
    header.has('MeterCategory') && header.hasAny(...cost) && header.hasAny(...date),
  kindOf: (fileName) => /actual|amorti[sz]ed/i.exec(fileName)?.[0].toLowerCase() ?? fileName,
  facts: (source, kind): Record<string, Sql> => {
    if (kind === 'actual') return { actual: 'max(true)' };
    if (kind.startsWith('amorti')) return { amortized: 'max(true)' };
    const amortized = `max(${amortizedMark(source)})`;
    return { amortized, actual: `NOT ${amortized}` };
  },
  map,
  // The other dataset of a month may have come earlier; its part of the lines moves to the new load.
  carry: (facts) => {
    if (facts['actual'] === true && facts['amortized'] === true) return undefined;
    return facts['actual'] === true
      ? { where: "attributes['dataset'] = 'amortized'", effectiveCost: 'effective_cost' }
      : {
          where:
            "attributes['dataset'] = 'actual' AND charge_type IN ('Purchase', 'Refund') AND commitment_type IN ('reserved_instance', 'savings_plan')",
          effectiveCost: 'toDecimal128(0, 18)',
        };
  },
};

/** A row that only an amortised export has. */
function amortizedMark(source: Source): Sql {
  const committed = isOneOf(source.text('PricingModel'), 'Reservation', 'SavingsPlan');
  return (
    isOneOf(source.text('ChargeType'), 'UnusedReservation', 'UnusedSavingsPlan') +
    ` OR (${isOneOf(source.text('ChargeType'), 'Usage')} AND ${committed} AND ifNull(${source.decimal(...cost)} != 0, false))`
  );
}

function map(source: Source, context: FormatContext): Mapping {
  const amortized = context.ownFacts['amortized'] === true;
  const missing = context.facts['amortized'] !== true ? 'no_amortized_data' : 'no_purchases';
  const complete = context.facts['actual'] === true && context.facts['amortized'] === true;
  const value = source.decimal(...cost);
  const repeats = amortized ? undefined : repeatedRows(context);
  return {
    columns: {
      is_commitment: isOneOf('pricing_model', 'Reservation', 'SavingsPlan'),
      pricing_model: `replaceAll(${source.text('PricingModel')}, ' ', '')`,
      billed_cost: amortized ? `if(is_commitment, toDecimal128(0, 18), ${value})` : value,
      effective_cost:
        repeats === undefined ? value : `if(${repeats}, toDecimal128(0, 18), ${value})`,
      ...money(source),
      ...time(source, context),
      ...what(source),
      ...commitment(source),
      attributes: attributes(source, amortized ? 'amortized' : 'actual'),
    },
    tagPairs: pairsOfJson(braced(source.text('Tags'))),
    faults: [
      ...required(
        source,
        date.find((name) => source.has(name)) ?? 'Date',
        'charge_start',
        'must be a valid date',
      ),
      ...required(
        source,
        cost.find((name) => source.has(name)) ?? 'Cost',
        value,
        'must be a valid number',
      ),
      currencyFault(source, 'BillingCurrencyCode', 'BillingCurrency', 'Currency'),
    ],
    warnings: [
      { code: 'unknown_charge_type', when: isUnknownCharge('charge_type'), example: 'charge_type' },
      ...(complete ? [] : [{ code: missing, when: 'true', example: 'source_file' }]),
    ],
    partition: 'toString(billing_period)',
    // Beside amortised rows, actual ones repeat everything but what was paid for commitments.
    ...(repeats === undefined
      ? {}
      : { keep: `NOT (${repeats}) OR (is_commitment AND charge_type IN ('Purchase', 'Refund'))` }),
  };
}

/** Whether a row of an actual export lies in a month of which the amortised one is known too. */
function repeatedRows({ facts, carriedPartitions }: FormatContext): Sql | undefined {
  if (facts['amortized'] === true) return 'true';
  if (carriedPartitions.length === 0) return undefined;
  return `partition IN (${carriedPartitions.map((month) => `'${month}'`).join(', ')})`;
}

function money(source: Source): Record<string, Sql> {
  const quantity = source.decimal('Quantity', 'UsageQuantity');
  const list = source.decimal('PayGPrice');
  const unit = source.text('UnitOfMeasure');
  return {
    list_cost: `coalesce(${source.decimal('paygCostInBillingCurrency')}, if(ifNull(${list} > 0, false), ${product(list, quantity)}, NULL))`,
    list_unit_price: list,
    contracted_unit_price: source.decimal('UnitPrice'),
    contracted_cost: product(source.decimal('UnitPrice'), quantity),
    currency: currencyOf(source.text('BillingCurrencyCode', 'BillingCurrency', 'Currency')),
    usage_amount: `if(charge_group = 'usage' AND charge_type NOT IN ('UnusedReservation', 'UnusedSavingsPlan'), ${product(quantity, blockSize(unit))}, NULL)`,
    usage_unit: `if(usage_amount IS NULL, NULL, ${blockUnit(unit)})`,
  };
}

/** ISO dates and the American spelling. */
function anyDate(source: Source, ...names: string[]): Sql {
  return `coalesce(${source.time(...names)}, ${timeOfSlashedText(source.text(...names), 'month-first')})`;
}

function time(source: Source, { today }: FormatContext): Record<string, Sql> {
  return {
    charge_start: anyDate(source, ...date),
    charge_end: 'charge_start + INTERVAL 1 DAY',
    billing_period: monthOf(`coalesce(${anyDate(source, 'BillingPeriodStartDate')}, charge_start)`),
    invoice_id: source.text('InvoiceId'),
    estimated: `toDate('${today}') < billing_period + INTERVAL 1 MONTH + INTERVAL 5 DAY`,
    is_correction: `${source.text('previousInvoiceId')} IS NOT NULL OR charge_type = 'Refund'`,
  };
}

function what(source: Source): Record<string, Sql> {
  const instance = source.text('InstanceName');
  const meter = source.text('MeterCategory');
  const group = `coalesce(${source.text('ResourceGroup', 'ResourceGroupName')}, nullIf(extract(ifNull(resource_id, ''), '(?i)/resourceGroups/([^/]+)'), ''))`;
  const place = `lower(replaceAll(${source.text('ResourceLocationNormalized', 'ResourceLocation', 'Location')}, ' ', ''))`;
  const named = (detail: Sql) =>
    `nullIf(trimBoth(concat(ifNull(${meter}, ''), ' ', ifNull(${detail}, ''))), '')`;
  return {
    provider: "'azure'",
    payer_account_id: source.text('BillingProfileId', 'BillingAccountId'),
    payer_account_name: source.text('BillingProfileName', 'BillingAccountName'),
    provider_account_id: `lower(${source.text('SubscriptionId', 'SubscriptionGuid')})`,
    provider_account_name: source.text('SubscriptionName'),
    account_id: `lower(${group})`,
    account_name: group,
    service: `coalesce(${meter}, ${source.text('PublisherName')}, 'Unknown')`,
    cost_category: named(source.text('MeterSubCategory')),
    cost_subcategory: named(source.text('MeterName')),
    resource_id: `coalesce(${source.text('ResourceId', 'InstanceId')}, if(startsWith(ifNull(${instance}, ''), '/'), ${instance}, NULL))`,
    resource_name: `coalesce(${source.text('ResourceName')}, ${lastSegment('resource_id')})`,
    resource_type: `coalesce(${source.text('ResourceType')}, nullIf(lower(extract(ifNull(resource_id, ''), '(?i)/providers/([^/]+/[^/]+)')), ''))`,
    region: `nullIf(${lookUp(place, azureRegionIds, `ifNull(${place}, '')`)}, '')`,
    availability_zone: source.text('AvailabilityZone'),
    instance_type: `nullIf(JSONExtractString(${braced(source.text('AdditionalInfo'))}, 'ServiceType'), '')`,
    sku_id: source.text('MeterId'),
    sku_price_id: source.text('PartNumber', 'ProductId'),
    description: `substringUTF8(${source.text('ProductName', 'Product')}, 1, 1024)`,
    marketplace: isOneOf(source.text('PublisherType'), 'Marketplace'),
    publisher: source.text('PublisherName'),
    charge_type: `ifNull(${source.text('ChargeType')}, 'Usage')`,
    charge_group: chargeGroup('charge_type'),
    charge_frequency: lookUp(
      source.text('Frequency'),
      { OneTime: 'one_time', Recurring: 'recurring', UsageBased: 'usage_based' },
      'NULL',
    ),
  };
}

function commitment(source: Source): Record<string, Sql> {
  return {
    commitment_id: source.text('benefitId', 'ReservationId'),
    commitment_name: source.text('benefitName', 'ReservationName'),
    commitment_basis:
      "transform(ifNull(pricing_model, ''), ['Reservation', 'SavingsPlan'], ['usage', 'spend'], NULL)",
    commitment_status:
      "multiIf(NOT is_commitment, NULL, charge_type IN ('UnusedReservation', 'UnusedSavingsPlan'), 'unused', charge_type = 'Usage', 'used', NULL)",
    pricing_category:
      "transform(ifNull(pricing_model, ''), ['OnDemand', 'Spot', 'Reservation', 'SavingsPlan'], ['standard', 'dynamic', 'committed', 'committed'], NULL)",
    commitment_type: commitmentType({
      savingsPlan: isOneOf('pricing_model', 'SavingsPlan'),
      reservation: isOneOf('pricing_model', 'Reservation'),
      spot: isOneOf('pricing_model', 'Spot'),
    }),
  };
}

const keptColumns = [
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

function attributes(source: Source, dataset: 'actual' | 'amortized'): Sql {
  return attributeMap({ dataset: `'${dataset}'`, ...namedColumns(source, keptColumns) });
}

/** Older exports leave the outer braces of a JSON object away. */
function braced(text: Sql): Sql {
  const value = `ifNull(${text}, '{}')`;
  return `if(startsWith(${value}, '{'), ${value}, concat('{', ${value}, '}'))`;
}
