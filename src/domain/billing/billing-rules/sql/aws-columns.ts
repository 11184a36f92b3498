import type { ColumnType } from './statement.js';

const typed = (type: ColumnType, category: string, names: string): [string, ColumnType][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [`${category}/${name}`, type]);

/** Columns of the Cost and Usage Report that rules can use, apart from those of `anyName`. */
export const awsColumns: ReadonlyMap<string, ColumnType> = new Map([
  ...typed(
    'text',
    'bill',
    `BillType BillingEntity BillingPeriodEndDate BillingPeriodStartDate InvoiceId InvoicingEntity
     PayerAccountId PayerAccountName`,
  ),
  ...typed('text', 'identity', 'LineItemId TimeInterval'),
  ...typed(
    'text',
    'lineItem',
    `AvailabilityZone CurrencyCode LegalEntity LineItemDescription LineItemType Operation ProductCode
     ResourceId TaxType UsageAccountId UsageAccountName UsageEndDate UsageStartDate UsageType`,
  ),
  ...typed(
    'number',
    'lineItem',
    `BlendedCost BlendedRate NetUnblendedCost NetUnblendedRate NormalizationFactor
     NormalizedUsageAmount UnblendedCost UnblendedRate UsageAmount`,
  ),
  ...typed(
    'text',
    'pricing',
    'LeaseContractLength OfferingClass PurchaseOption RateCode RateId currency term unit',
  ),
  ...typed('number', 'pricing', 'publicOnDemandCost publicOnDemandRate'),
  ...typed(
    'text',
    'reservation',
    'AvailabilityZone EndTime ModificationStatus ReservationARN StartTime SubscriptionId',
  ),
  ...typed(
    'number',
    'reservation',
    `AmortizedUpfrontCostForUsage AmortizedUpfrontFeeForBillingPeriod EffectiveCost
     NetAmortizedUpfrontCostForUsage NetAmortizedUpfrontFeeForBillingPeriod NetEffectiveCost
     NetRecurringFeeForUsage NetUnusedAmortizedUpfrontFeeForBillingPeriod NetUnusedRecurringFee
     NetUpfrontValue NormalizedUnitsPerReservation NumberOfReservations RecurringFeeForUsage
     TotalReservedNormalizedUnits TotalReservedUnits UnitsPerReservation
     UnusedAmortizedUpfrontFeeForBillingPeriod UnusedNormalizedUnitQuantity UnusedQuantity
     UnusedRecurringFee UpfrontValue`,
  ),
  ...typed(
    'text',
    'savingsPlan',
    `EndTime InstanceTypeFamily OfferingType PaymentOption PurchaseTerm Region SavingsPlanARN
     StartTime`,
  ),
  ...typed(
    'number',
    'savingsPlan',
    `AmortizedUpfrontCommitmentForBillingPeriod NetAmortizedUpfrontCommitmentForBillingPeriod
     NetRecurringCommitmentForBillingPeriod NetSavingsPlanEffectiveCost
     RecurringCommitmentForBillingPeriod SavingsPlanEffectiveCost SavingsPlanRate
     TotalCommitmentToDate UsedCommitment`,
  ),
]);

/** Categories whose columns differ from bill to bill, so that every name is accepted. */
export const anyName: readonly string[] = ['product', 'costCategory'];
