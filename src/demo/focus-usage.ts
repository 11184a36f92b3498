import { type Sql, sql } from '../platform/store/sql.js';
import type { Cloud } from './clouds.js';
import { type FocusColumn, focusSelect } from './focus-columns.js';
import { type History } from './history.js';
import { randomSql } from './random-sql.js';
import { usageRows } from './usage-rows.js';

/** Usage charges as rows of a FOCUS file. */
export function focusUsage(cloud: Cloud, history: History): Sql {
  const columns = { ...commonColumns(cloud, history, sql`charge_start`), ...usageColumns(cloud) };
  return sql`${focusSelect(columns)}\nFROM (${pricedUsage(cloud, history)})`;
}

/** Columns that all charges of a bill share. */
export function commonColumns(
  cloud: Cloud,
  { through }: History,
  start: Sql,
): Partial<Record<FocusColumn, Sql>> {
  const month = sql`toStartOfMonth(${start})`;
  const isOpen = sql`${month} = toStartOfMonth(toDate(${sql.literal(through)}))`;
  const prefix = sql.literal(`${cloud.provider.toUpperCase()}-`);
  const invoice = sql`concat(${prefix}, formatDateTime(${month}, '%Y%m'))`;
  return {
    BillingAccountId: sql.literal(cloud.billingAccount.id),
    BillingAccountName: sql.literal(cloud.billingAccount.name),
    BillingCurrency: sql.literal(cloud.currency),
    BillingPeriodStart: month,
    BillingPeriodEnd: sql`${month} + INTERVAL 1 MONTH`,
    // The current month has no invoice yet.
    InvoiceId: sql`if(${isOpen}, NULL, ${invoice})`,
    InvoiceIssuerName: sql.literal(cloud.issuer),
    ProviderName: sql.literal(providerNames[cloud.provider]),
    PublisherName: sql.literal(providerNames[cloud.provider]),
  };
}

const providerNames = { aws: 'AWS', azure: 'Microsoft', gcp: 'Google Cloud' } as const;

/** Rounds to the scale of the files. */
const money = (expression: Sql): Sql => sql`toDecimal128(${expression}, 12)`;

/** Spot prices vary by day; commitments replace the price of covered usage. */
function pricedUsage(cloud: Cloud, history: History): Sql {
  const spotNoise = randomSql(history.seed, 'spot', sql`usage_type`, sql`day`);
  const sizedPrice = sql`toDecimal128(list_price, 10) * toDecimal128(pow(2, size_index), 0)`;
  const committedCost = money(sql`list_cost * toDecimal128(commitment_factor, 2)`);
  return sql`
SELECT *,
  ${sizedPrice} AS list_unit_price,
  multiIf(
    spot, toDecimal128(round(0.3 + 0.15 * ${spotNoise}, 2), 2),
    toDecimal128(${sql.literal(cloud.contractFactor)}, 2)) AS contract_factor,
  ${money(sql`amount * list_unit_price`)} AS list_cost,
  ${money(sql`list_cost * contract_factor`)} AS contracted_cost,
  if(covered, ${committedCost}, contracted_cost) AS effective_cost,
  if(covered, ${money(sql`0`)}, contracted_cost) AS billed_cost,
  if(covered AND NOT running, 'Unused', 'Used') AS commitment_status
FROM (${usageRows(cloud, history)})`;
}

function usageColumns(cloud: Cloud): Partial<Record<FocusColumn, Sql>> {
  const keys = sql.array(cloud.commitments.map(({ key }) => key));
  const ofCommitment = (pick: (each: Cloud['commitments'][number]) => string): Sql =>
    sql`if(covered, transform(commitment, ${keys}, ${sql.array(cloud.commitments.map(pick))}, ''), NULL)`;
  const ifUsed = (value: Sql): Sql => sql`if(running, ${value}, NULL)`;
  const regionNames = sql.array(cloud.regions.map(([, name]) => name));
  return {
    ChargePeriodStart: sql`charge_start`,
    ChargePeriodEnd: sql`charge_end`,
    ChargeCategory: sql`'Usage'`,
    ChargeDescription: sql`if(running, concat(usage_type, ' in ', region), concat('Unused ', usage_type))`,
    ChargeFrequency: sql`'Usage-Based'`,
    BilledCost: sql`billed_cost`,
    EffectiveCost: sql`effective_cost`,
    ListCost: sql`list_cost`,
    ContractedCost: sql`contracted_cost`,
    ListUnitPrice: sql`list_unit_price`,
    ContractedUnitPrice: sql`list_unit_price * contract_factor`,
    PricingCategory: sql`multiIf(covered, 'Committed', spot, 'Dynamic', 'Standard')`,
    PricingQuantity: sql`amount`,
    PricingUnit: sql`unit`,
    ConsumedQuantity: ifUsed(sql`amount`),
    ConsumedUnit: ifUsed(sql`unit`),
    CommitmentDiscountCategory: ofCommitment(({ category }) => category),
    CommitmentDiscountId: ofCommitment(({ id }) => id),
    CommitmentDiscountName: ofCommitment(({ name }) => name),
    CommitmentDiscountStatus: sql`if(covered, commitment_status, NULL)`,
    CommitmentDiscountType: ofCommitment(({ type }) => type),
    RegionId: sql`region`,
    RegionName: sql`${regionNames}[region_index]`,
    AvailabilityZone: sql`if(resource_type = 'Instance', concat(region, 'b'), NULL)`,
    ResourceId: ifUsed(sql`resource_id`),
    ResourceName: ifUsed(
      sql`concat(app, '-', env, '-', lower(replaceAll(resource_type, ' ', '-')),
        '-', toString(slot + 1))`,
    ),
    ResourceType: ifUsed(sql`resource_type`),
    ServiceCategory: sql`category`,
    ServiceName: sql`service`,
    SkuId: sql`upper(hex(sipHash64(service, usage_type, size_index)))`,
    SkuMeter: sql`usage_type`,
    SkuPriceDetails: sql`if(empty(sizes), NULL,
      concat('{"InstanceType":"', sizes[size_index + 1], '"}'))`,
    SubAccountId:
      cloud.provider === 'azure' ? sql`concat('/subscriptions/', account_id)` : sql`account_id`,
    SubAccountName: sql`account_name`,
    Tags: sql`if(running, tags, CAST(map() AS Map(String, String)))`,
    ...(cloud.provider === 'azure' ? { x_SkuMeterCategory: sql`service` } : {}),
    x_UsageType: sql`usage_type`,
  };
}
