import { type Sql, sql } from '../../../../platform/store/sql.js';
import {
  required,
  validIfPresent,
  type Format,
  type FormatContext,
  type Notice,
} from '../format.js';
import { isThirdParty, providerOfName } from '../provider-names.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap, matchingColumns, namedColumns } from '../sql/attributes.js';
import { chargeGroup, commitmentType, isUnknownCharge } from '../sql/charge-types.js';
import { currencyFault, currencyOf, missingCurrency } from '../sql/currency.js';
import {
  firstPresent,
  ifPresent,
  isMissing,
  isOneOf,
  lookUp,
  lower,
  typedNull,
} from '../sql/expressions.js';
import { pairsOfJson } from '../sql/tags.js';
import { invalidTags } from '../tag-warnings.js';
import { lastSegment } from '../sql/text.js';
import { amortizations } from './amortizations.js';
import { monthOf } from '../sql/time.js';
import { usageUnit } from '../sql/units.js';

/** FOCUS 1.0 to 1.2, of any provider. */
export const focus: Format = {
  name: 'focus',
  title: 'FOCUS',
  matches: (header) => header.has('ChargePeriodStart', 'BilledCost', 'ChargeCategory'),
  ignorableColumns: ['BillingPeriodEnd'],
  facts: (source): Record<string, Sql> => {
    if (source.has('ChargePeriodEnd')) return {};
    const start = source.time('ChargePeriodStart');
    return { hourly: sql`max(ifNull(${start} != toStartOfDay(${start}), false))` };
  },
  map: (source, context) => {
    const start = source.time('ChargePeriodStart');
    const end = source.time('ChargePeriodEnd');
    const billed = source.decimal('BilledCost');
    const category = source.text('ChargeCategory');
    const pairs = source.pairs('Tags');
    return {
      columns: {
        ...costColumns(source),
        ...timeColumns(source, context),
        ...accountColumns(source, context),
        ...resourceColumns(source),
        ...commitmentColumns(source),
      },
      // AWS reports an empty value for tags that a resource does not have.
      tagPairs: sql`arrayFilter(
        p -> p.2 != '' OR provider != 'aws', ${pairs ?? pairsOfJson(source.text('Tags'))})`,
      faults: [
        ...required(source, 'ChargePeriodStart', start, 'must be a valid date'),
        ...validIfPresent(source, 'ChargePeriodEnd', end, 'must be a valid date'),
        ...required(source, 'BilledCost', billed, 'must be a valid number'),
        ...required(source, 'ChargeCategory', category, 'must be a text'),
        ...currencyFault(source, 'BillingCurrency'),
      ],
      warnings: [
        {
          code: 'unknown_charge_type',
          when: isUnknownCharge(sql`charge_type`),
          example: sql`charge_type`,
        },
        ...(pairs === undefined ? invalidTags(source.text('Tags')) : []),
      ],
      notices: [...missingCurrency(source, 'BillingCurrency'), ...missingColumns(source)],
      partition: sql`concat(
        ifNull(${source.text('BillingAccountId')}, ''), '/', toString(billing_period))`,
      amortization: amortizations.focus,
    };
  },
};

/** Columns that FOCUS requires, with an older name; values that rows lack have a default. */
const mandatoryColumns = [
  ['BillingPeriodStart'],
  ['EffectiveCost'],
  ['ListCost'],
  ['ContractedCost'],
  ['ServiceName'],
  ['ProviderName', 'Provider'],
] as const;

function missingColumns(source: SourceColumns): Notice[] {
  const missing = mandatoryColumns.filter((names) => !source.header.hasAny(...names));
  if (missing.length === 0) return [];
  return [{ code: 'columns_missing', example: missing.map(([name]) => name).join(', ') }];
}

function costColumns(source: SourceColumns): Record<string, Sql> {
  const billed = source.decimal('BilledCost');
  // In the amortized view, a purchase that covers later charges has no cost.
  const defaultCost = sql`if(charge_type = 'Purchase', toDecimal128(0, 18), ${billed})`;
  const pricing = [source.text('PricingUnit'), source.decimal('PricingQuantity')] as const;
  const usage = source.decimal('ConsumedQuantity', 'UsageQuantity');
  return {
    billed_cost: billed,
    effective_cost: source.has('EffectiveCost')
      ? sql`coalesce(${source.decimal('EffectiveCost')}, ${defaultCost})`
      : billed,
    list_cost: source.decimal('ListCost'),
    contracted_cost: source.decimal('ContractedCost'),
    list_unit_price: source.decimal('ListUnitPrice'),
    contracted_unit_price: source.decimal('ContractedUnitPrice'),
    currency: currencyOf(source.text('BillingCurrency')),
    ...quantityWithUnit('pricing', ...pricing),
    usage_amount: ifPresent(
      usage,
      sql`if(charge_group = 'usage' AND ifNull(commitment_status, '') != 'unused', ${usage}, NULL)`,
      typedNull.decimal,
    ),
    usage_unit: ifPresent(
      usage,
      sql`if(usage_amount IS NULL, NULL,
      ifNull(${usageUnit(source.text('ConsumedUnit', 'UsageUnit'))}, 'Units'))`,
    ),
  };
}

/** A quantity and its unit, neither of which says anything without the other. */
function quantityWithUnit(name: 'pricing' | 'commitment', unit: Sql, quantity: Sql) {
  const both = [unit, quantity];
  return {
    [`${name}_quantity`]: ifPresent(
      both,
      sql`if(${unit} IS NULL, NULL, ${quantity})`,
      typedNull.decimal,
    ),
    [`${name}_unit`]: ifPresent(both, sql`if(${quantity} IS NULL, NULL, ${unit})`),
  };
}

function timeColumns(source: SourceColumns, context: FormatContext): Record<string, Sql> {
  const length = context.facts['hourly'] === true ? sql`1 HOUR` : sql`1 DAY`;
  const end = source.time('ChargePeriodEnd');
  return {
    charge_start: source.time('ChargePeriodStart'),
    charge_end: sql`if(ifNull(${end} > charge_start, false),
      ${end}, charge_start + INTERVAL ${length})`,
    billing_period: monthOf(sql`coalesce(${source.time('BillingPeriodStart')}, charge_start)`),
    invoice_id: source.text('InvoiceId'),
    estimated: source.has('InvoiceId') ? sql`invoice_id IS NULL` : sql`false`,
  };
}

function accountColumns(source: SourceColumns, context: FormatContext): Record<string, Sql> {
  const billing = source.text('BillingAccountId');
  const sub = source.text('SubAccountId');
  const [billingName, subName] = [source.text('BillingAccountName'), source.text('SubAccountName')];
  const resource = source.text('ResourceId');
  const group = firstPresent(
    source.text('x_ResourceGroupName'),
    ifPresent(
      resource,
      sql`nullIf(extract(ifNull(${resource}, ''), '(?i)/resourceGroups/([^/]+)'), '')`,
    ),
  );
  return {
    provider: providerOfName(source.text('ProviderName', 'Provider'), context.provider),
    payer_account_id: sql`if(provider = 'azure', ${lastSegment(billing)}, ${billing})`,
    payer_account_name: billingName,
    // As in Azure's own exports, the subscription is the provider account, so that both group the same way.
    provider_account_id: onAzure(
      ifPresent(sub, sql`replaceOne(lower(${sub}), '/subscriptions/', '')`),
      billing,
    ),
    provider_account_name: onAzure(subName, billingName),
    account_id: onAzure(lower(group), sub),
    account_name: onAzure(group, subName),
  };
}

/** A value that Azure's bills have elsewhere. */
function onAzure(value: Sql, otherwise: Sql): Sql {
  if (isMissing(value) && isMissing(otherwise)) return otherwise;
  return sql`if(provider = 'azure', ${value}, ${otherwise})`;
}

const chargeCategories = {
  usage: 'Usage',
  purchase: 'Purchase',
  tax: 'Tax',
  credit: 'Credit',
  adjustment: 'Adjustment',
};

function resourceColumns(source: SourceColumns): Record<string, Sql> {
  const category = source.text('ChargeCategory');
  const name = source.text('ServiceName');
  const publisher = source.text('PublisherName', 'Publisher');
  const meter = source.text('SkuMeter', 'x_SkuMeterName');
  const region = source.text('RegionName', 'Region');
  const isCorrection = isOneOf(lower(source.text('ChargeClass')), 'correction');
  const [details, description] = [source.text('SkuPriceDetails'), source.text('ChargeDescription')];
  const frequency = source.text('ChargeFrequency');
  return {
    service: sql`multiIf(
      provider = 'aws' AND ifNull(${name}, '') = 'Amazon Elastic Compute Cloud',
      'Amazon Elastic Compute Cloud - Compute',
      ifNull(${name}, 'Unknown'))`,
    service_code: source.text('x_ServiceCode'),
    focus_service_category: source.text('ServiceCategory'),
    cost_category: onAzure(azureCategory(source), source.text('ServiceCategory')),
    cost_subcategory: costSubcategory(source, meter),
    resource_id: source.text('ResourceId'),
    resource_name: source.text('ResourceName'),
    resource_type: source.text('ResourceType'),
    region: firstPresent(
      source.text('RegionId'),
      ifPresent(region, sql`if(match(ifNull(${region}, ''), '^[a-z0-9-]+$'), ${region}, NULL)`),
    ),
    availability_zone: source.text('AvailabilityZone'),
    instance_type: ifPresent(
      details,
      sql`nullIf(JSONExtractString(ifNull(${details}, ''), 'InstanceType'), '')`,
    ),
    operation: source.text('x_Operation'),
    sku_id: source.text('SkuId'),
    sku_price_id: source.text('SkuPriceId'),
    description: ifPresent(description, sql`substringUTF8(${description}, 1, 1024)`),
    publisher,
    invoice_issuer: source.text('InvoiceIssuerName', 'InvoiceIssuer'),
    marketplace: sql`${isThirdParty(
      publisher,
      source.text('ProviderName', 'Provider'),
      sql`invoice_issuer`,
    )} OR ${isOneOf(source.text('x_PublisherCategory'), 'Vendor')}`,
    charge_type: sql`ifNull(${lookUp(lower(category), chargeCategories, category)}, '')`,
    charge_group: sql`if(
      charge_type = 'Adjustment' AND is_correction AND ifNull(billed_cost < 0, false),
      'refund', ${chargeGroup(sql`charge_type`)})`,
    charge_frequency: ifPresent(
      frequency,
      sql`nullIf(replaceAll(lower(ifNull(${frequency}, '')), '-', '_'), '')`,
    ),
    is_correction: isCorrection,
    pricing_category: lower(source.text('PricingCategory')),
    attributes: attributeMap({
      ...namedColumns(source, attributeColumns),
      ...matchingColumns(source, /^(x_.+)$/i),
    }),
  };
}

function azureCategory(source: SourceColumns): Sql {
  const category = source.text('x_SkuMeterCategory');
  const subcategory = source.text('x_SkuMeterSubcategory');
  if (isMissing(category) && isMissing(subcategory)) return typedNull.text;
  return sql`nullIf(trimBoth(concat(ifNull(${category}, ''), ' ', ifNull(${subcategory}, ''))), '')`;
}

function costSubcategory(source: SourceColumns, meter: Sql): Sql {
  const usageType = source.text('x_UsageType');
  const category = source.text('x_SkuMeterCategory');
  const description = source.text('ChargeDescription');
  const ofAny = firstPresent(
    source.text('SkuMeter'),
    source.text('ResourceType'),
    ifPresent(description, sql`substringUTF8(${description}, 1, 255)`),
  );
  const ofAzure = sql`trimBoth(concat(${category}, ' ', ifNull(${meter}, '')))`;
  const cases = [
    ...(isMissing(usageType)
      ? []
      : [sql`provider = 'aws' AND ${usageType} IS NOT NULL`, usageType]),
    ...(isMissing(category) ? [] : [sql`provider = 'azure' AND ${category} IS NOT NULL`, ofAzure]),
  ];
  return cases.length === 0 ? ofAny : sql`multiIf(${sql.join([...cases, ofAny])})`;
}

const attributeColumns = [
  'BillingAccountType',
  'CapacityReservationId',
  'CapacityReservationStatus',
  'CommitmentDiscountType',
  'ConsumedUnit',
  'PricingCurrency',
  'PricingCurrencyContractedUnitPrice',
  'PricingCurrencyEffectiveCost',
  'PricingCurrencyListUnitPrice',
  'ServiceSubcategory',
  'SkuMeter',
  'SkuPriceDetails',
  'SubAccountType',
];

function commitmentColumns(source: SourceColumns): Record<string, Sql> {
  const quantity = source.decimal('CommitmentDiscountQuantity');
  const unit = source.text('CommitmentDiscountUnit');
  const id = source.text('CommitmentDiscountId');
  const basis = lower(source.text('CommitmentDiscountCategory'));
  return {
    commitment_id: id,
    commitment_name: source.text('CommitmentDiscountName'),
    commitment_basis: basis,
    commitment_status: lower(source.text('CommitmentDiscountStatus')),
    commitment_owner_account_id: ifPresent(
      id,
      sql`nullIf(extract(ifNull(commitment_id, ''), ':([0-9]{12}):'), '')`,
    ),
    ...quantityWithUnit('commitment', unit, quantity),
    commitment_type: commitmentType({
      reservation: isOneOf(basis, 'usage'),
      savingsPlan: isOneOf(basis, 'spend'),
      spot: isOneOf(lower(source.text('PricingCategory')), 'dynamic'),
    }),
  };
}
