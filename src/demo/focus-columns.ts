import type { Sql } from '../domain/ingest/sql/sql.js';

const text = 'Nullable(String)';
const amount = 'Nullable(Decimal(38, 12))';
const time = "DateTime64(3, 'UTC')";

/** FOCUS columns with the types that providers use, and two columns of the providers' own. */
const types = {
  BillingAccountId: text,
  BillingAccountName: text,
  BillingCurrency: text,
  BillingPeriodStart: time,
  BillingPeriodEnd: time,
  ChargePeriodStart: time,
  ChargePeriodEnd: time,
  ChargeCategory: text,
  ChargeClass: text,
  ChargeDescription: text,
  ChargeFrequency: text,
  BilledCost: amount,
  EffectiveCost: amount,
  ListCost: amount,
  ContractedCost: amount,
  ListUnitPrice: amount,
  ContractedUnitPrice: amount,
  PricingCategory: text,
  PricingQuantity: amount,
  PricingUnit: text,
  ConsumedQuantity: amount,
  ConsumedUnit: text,
  CommitmentDiscountCategory: text,
  CommitmentDiscountId: text,
  CommitmentDiscountName: text,
  CommitmentDiscountStatus: text,
  CommitmentDiscountType: text,
  InvoiceId: text,
  InvoiceIssuerName: text,
  ProviderName: text,
  PublisherName: text,
  RegionId: text,
  RegionName: text,
  AvailabilityZone: text,
  ResourceId: text,
  ResourceName: text,
  ResourceType: text,
  ServiceCategory: text,
  ServiceName: text,
  SkuId: text,
  SkuMeter: text,
  SkuPriceDetails: text,
  SubAccountId: text,
  SubAccountName: text,
  Tags: 'Map(String, String)',
  x_SkuMeterCategory: text,
  x_UsageType: text,
} as const;

export type FocusColumn = keyof typeof types;

/** File structure for ClickHouse's `file` function. */
export const focusStructure = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** A SELECT of FOCUS rows in the order of the structure; columns that are not given are empty. */
export function focusSelect(columns: Partial<Record<FocusColumn, Sql>>): Sql {
  const expressions = Object.entries(types).map(([name, type]) => {
    const empty = name === 'Tags' ? 'map()' : 'NULL';
    return `CAST(${columns[name as FocusColumn] ?? empty} AS ${type}) AS ${name}`;
  });
  return `SELECT\n  ${expressions.join(',\n  ')}`;
}
