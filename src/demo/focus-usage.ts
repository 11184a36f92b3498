import type { Sql } from '../domain/ingest/sql/sql.js';
import { literal } from '../platform/store/clickhouse/sql-text.js';
import type { Cloud } from './clouds.js';
import { type FocusColumn, focusSelect } from './focus-columns.js';
import { type History } from './history.js';
import { randomSql } from './random-sql.js';
import { usageRows } from './usage-rows.js';

/** Usage charges as rows of a FOCUS file. */
export function focusUsage(cloud: Cloud, history: History): Sql {
  const columns = { ...commonColumns(cloud, history, 'charge_start'), ...usageColumns(cloud) };
  return `${focusSelect(columns)}\nFROM (${pricedUsage(cloud, history)})`;
}

/** Columns that all charges of a bill share. */
export function commonColumns(
  cloud: Cloud,
  { through }: History,
  start: Sql,
): Partial<Record<FocusColumn, Sql>> {
  const month = `toStartOfMonth(${start})`;
  const isOpen = `${month} = toStartOfMonth(toDate(${literal(through)}))`;
  const invoice = `concat(${literal(`${cloud.provider.toUpperCase()}-`)}, formatDateTime(${month}, '%Y%m'))`;
  return {
    BillingAccountId: literal(cloud.billingAccount.id),
    BillingAccountName: literal(cloud.billingAccount.name),
    BillingCurrency: literal(cloud.currency),
    BillingPeriodStart: month,
    BillingPeriodEnd: `${month} + INTERVAL 1 MONTH`,
    // The current month has no invoice yet.
    InvoiceId: `if(${isOpen}, NULL, ${invoice})`,
    InvoiceIssuerName: literal(cloud.issuer),
    ProviderName: literal(providerNames[cloud.provider]),
    PublisherName: literal(providerNames[cloud.provider]),
  };
}

const providerNames = { aws: 'AWS', azure: 'Microsoft', gcp: 'Google Cloud' } as const;

/** Rounds to the scale of the files. */
const money = (expression: Sql): Sql => `toDecimal128(${expression}, 12)`;

/** Spot prices vary by day; commitments replace the price of covered usage. */
function pricedUsage(cloud: Cloud, history: History): Sql {
  const spotNoise = randomSql(history.seed, 'spot', 'usage_type', 'day');
  const sizedPrice = `toDecimal128(list_price, 10) * toDecimal128(pow(2, size_index), 0)`;
  return `
SELECT *,
  ${sizedPrice} AS list_unit_price,
  multiIf(
    spot, toDecimal128(round(0.3 + 0.15 * ${spotNoise}, 2), 2),
    toDecimal128(${literal(cloud.contractFactor)}, 2)) AS contract_factor,
  ${money('amount * list_unit_price')} AS list_cost,
  ${money('list_cost * contract_factor')} AS contracted_cost,
  if(covered, ${money('list_cost * toDecimal128(commitment_factor, 2)')}, contracted_cost) AS effective_cost,
  if(covered, ${money('0')}, contracted_cost) AS billed_cost,
  if(covered AND NOT running, 'Unused', 'Used') AS commitment_status
FROM (${usageRows(cloud, history)})`;
}

function usageColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  const keys = `[${cloud.commitments.map(({ key }) => literal(key)).join(', ')}]`;
  const ofCommitment = (pick: (each: Cloud['commitments'][number]) => string): Sql =>
    `if(covered, transform(commitment, ${keys}, [${cloud.commitments.map(pick).map(literal).join(', ')}], ''), NULL)`;
  const ifUsed = (value: Sql): Sql => `if(running, ${value}, NULL)`;
  const regionNames = `[${cloud.regions.map(([, name]) => literal(name)).join(', ')}]`;
  return {
    ChargePeriodStart: 'charge_start',
    ChargePeriodEnd: 'charge_end',
    ChargeCategory: "'Usage'",
    ChargeDescription:
      "if(running, concat(usage_type, ' in ', region), concat('Unused ', usage_type))",
    ChargeFrequency: "'Usage-Based'",
    BilledCost: 'billed_cost',
    EffectiveCost: 'effective_cost',
    ListCost: 'list_cost',
    ContractedCost: 'contracted_cost',
    ListUnitPrice: 'list_unit_price',
    ContractedUnitPrice: 'list_unit_price * contract_factor',
    PricingCategory: "multiIf(covered, 'Committed', spot, 'Dynamic', 'Standard')",
    PricingQuantity: 'amount',
    PricingUnit: 'unit',
    ConsumedQuantity: ifUsed('amount'),
    ConsumedUnit: ifUsed('unit'),
    CommitmentDiscountCategory: ofCommitment(({ category }) => category),
    CommitmentDiscountId: ofCommitment(({ id }) => id),
    CommitmentDiscountName: ofCommitment(({ name }) => name),
    CommitmentDiscountStatus: 'if(covered, commitment_status, NULL)',
    CommitmentDiscountType: ofCommitment(({ type }) => type),
    RegionId: 'region',
    RegionName: `${regionNames}[region_index]`,
    AvailabilityZone: "if(resource_type = 'Instance', concat(region, 'b'), NULL)",
    ResourceId: ifUsed('resource_id'),
    ResourceName: ifUsed(
      "concat(app, '-', env, '-', lower(replaceAll(resource_type, ' ', '-')), '-', toString(slot + 1))",
    ),
    ResourceType: ifUsed('resource_type'),
    ServiceCategory: 'category',
    ServiceName: 'service',
    SkuId: 'upper(hex(sipHash64(service, usage_type, size_index)))',
    SkuMeter: 'usage_type',
    SkuPriceDetails: `if(empty(sizes), NULL, concat('{"InstanceType":"', sizes[size_index + 1], '"}'))`,
    SubAccountId:
      cloud.provider === 'azure' ? "concat('/subscriptions/', account_id)" : 'account_id',
    SubAccountName: 'account_name',
    Tags: `if(running, tags, CAST(map() AS Map(String, String)))`,
    ...(cloud.provider === 'azure' ? { x_SkuMeterCategory: 'service' } : {}),
    x_UsageType: 'usage_type',
  };
}
