import { type Sql, sql } from '../platform/store/sql.js';
import { awsServiceNames, lookUp } from '../domain/intake/ingest/index.js';

const text = 'Nullable(String)';
const amount = 'Nullable(Decimal(38, 12))';
const time = "DateTime64(3, 'UTC')";

/** FOCUS columns with the types that providers use, and some of the providers' own. */
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
  x_ServiceCode: text,
  x_SkuMeterCategory: text,
  x_UsageType: text,
} as const;

export type FocusColumn = keyof typeof types;

/** File structure for ClickHouse's `file` function. */
export const focusStructure = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** AWS product codes by service name; FOCUS has shorter or newer names for two of them. */
const serviceCodes = {
  ...Object.fromEntries(Object.entries(awsServiceNames).map(([code, name]) => [name, code])),
  'Amazon Elastic Compute Cloud': 'AmazonEC2',
  'Amazon Elastic Kubernetes Service': 'AmazonEKS',
};

/**
 * A SELECT of FOCUS rows in the order of the structure; columns that are not given are empty, except
 * the service code, which follows from the name.
 */
export function focusSelect(given: Partial<Record<FocusColumn, Sql>>): Sql {
  const serviceCode = lookUp(given.ServiceName ?? sql`NULL`, serviceCodes, sql`NULL`);
  const columns = { x_ServiceCode: serviceCode, ...given };
  const expressions = Object.entries(types).map(([name, type]) => {
    const empty = name === 'Tags' ? sql`map()` : sql`NULL`;
    const expression = columns[name as FocusColumn] ?? empty;
    return sql`CAST(${expression} AS ${sql.raw(type)}) AS ${sql.ref(name)}`;
  });
  return sql`SELECT\n  ${sql.join(expressions, ',\n  ')}`;
}
