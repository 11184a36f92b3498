import type { Sql } from '../domain/ingest/sql/sql.js';

const text = 'Nullable(String)';
const amount = 'Nullable(Decimal(38, 12))';
const time = "DateTime64(3, 'UTC')";

/** Columns of FOCUS in the types that providers write them with, and those of our clouds beside it. */
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

/** The file's structure as the engine's `file` function takes it. */
export const focusStructure = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** A row of a FOCUS file, in the order of the structure; what is not given is empty. */
export function focusSelect(columns: Partial<Record<FocusColumn, Sql>>): Sql {
  const given = Object.entries(types).map(([name, type]) => {
    const empty = name === 'Tags' ? 'map()' : 'NULL';
    return `CAST(${columns[name as FocusColumn] ?? empty} AS ${type}) AS ${name}`;
  });
  return `SELECT\n  ${given.join(',\n  ')}`;
}
