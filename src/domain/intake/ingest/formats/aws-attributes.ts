import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { SourceColumns } from '../source-columns.js';
import { namedColumns } from '../sql/attributes.js';
import { snakeCase } from './aws-columns.js';

const named = (category: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${category}/${name}`);

/** Columns of the report that lines have in no column of their own; billing rules can use them all. */
export const attributeColumns: readonly string[] = [
  'bill/BillType',
  ...named(
    'lineItem',
    `BlendedCost BlendedRate NetUnblendedCost NetUnblendedRate NormalizationFactor
     NormalizedUsageAmount TaxType UnblendedRate`,
  ),
  ...named(
    'product',
    `databaseEngine deploymentOption engineCode fromLocation fromRegionCode group groupDescription
     instanceFamily licenseModel location locationType marketoption memory operatingSystem
     preInstalledSw servicecode servicename storageClass tenancy toLocation toRegionCode transferType
     usageFamily vcpu volumeApiName volumeType`,
  ),
  ...named('pricing', 'LeaseContractLength OfferingClass PurchaseOption RateId currency term unit'),
  ...named(
    'reservation',
    `AmortizedUpfrontCostForUsage AmortizedUpfrontFeeForBillingPeriod AvailabilityZone
     EndTime ModificationStatus NetAmortizedUpfrontCostForUsage NetAmortizedUpfrontFeeForBillingPeriod
     NetEffectiveCost NetRecurringFeeForUsage NetUnusedAmortizedUpfrontFeeForBillingPeriod
     NetUnusedRecurringFee NetUpfrontValue NormalizedUnitsPerReservation NumberOfReservations
     RecurringFeeForUsage StartTime SubscriptionId TotalReservedNormalizedUnits TotalReservedUnits
     UnitsPerReservation UnusedAmortizedUpfrontFeeForBillingPeriod UnusedNormalizedUnitQuantity
     UnusedQuantity UnusedRecurringFee UpfrontValue`,
  ),
  ...named(
    'savingsPlan',
    `AmortizedUpfrontCommitmentForBillingPeriod EndTime InstanceTypeFamily
     NetAmortizedUpfrontCommitmentForBillingPeriod NetRecurringCommitmentForBillingPeriod
     NetSavingsPlanEffectiveCost OfferingType PaymentOption PurchaseTerm
     RecurringCommitmentForBillingPeriod Region SavingsPlanRate StartTime TotalCommitmentToDate
     UsedCommitment`,
  ),
];

const productKeys = new Map(
  attributeColumns
    .filter((name) => name.startsWith('product/'))
    .map((name) => [snakeCase(name.slice('product/'.length)), name]),
);

/** The attributes of a row that has them in columns, by name. */
export const awsAttributes = (source: SourceColumns): Record<string, Sql> =>
  namedColumns(source, attributeColumns);

/** Those in the map `product` of CUR 2.0, as (name, value) pairs; undefined if the file has no such map. */
export function awsProductAttributes(source: SourceColumns): Sql | undefined {
  const pairs = source.pairsOrJson('product');
  if (pairs === undefined) return undefined;
  const [keys, names] = [sql.array([...productKeys.keys()]), sql.array([...productKeys.values()])];
  const known = sql`arrayFilter(p -> has(${keys}, p.1), ${pairs})`;
  return sql`arrayMap(p -> (transform(p.1, ${keys}, ${names}, p.1), p.2), ${known})`;
}
