/** A row of an AWS Cost and Usage Report; missing columns are empty. */
export type AwsRow = Record<string, string>;

const defaults: AwsRow = {
  'bill/PayerAccountId': '100000000001',
  'bill/InvoiceId': 'INV1',
  'lineItem/UsageAccountId': '100000000002',
  'lineItem/LineItemType': 'Usage',
  'lineItem/ProductCode': 'AmazonEC2',
  'lineItem/CurrencyCode': 'USD',
  'product/region': 'us-east-1',
  'pricing/unit': 'Hrs',
};

/** An AWS bill of rows with these columns, as CSV. */
export function awsBill(rows: readonly AwsRow[]): string {
  const filled = rows.map((row) => ({ ...defaults, ...row }));
  const columns = [...new Set(filled.flatMap((row) => Object.keys(row)))];
  const line = (values: readonly string[]) => values.join(',');
  return [line(columns), ...filled.map((row) => line(columns.map((name) => row[name] ?? '')))].join(
    '\n',
  );
}

/** Columns of a charge: its type, period and unblended cost. */
export const charge = (type: string, start: string, end: string, cost: string): AwsRow => ({
  'lineItem/LineItemType': type,
  'lineItem/UsageStartDate': start,
  'lineItem/UsageEndDate': end,
  'lineItem/UnblendedCost': cost,
});

export const planArn = 'arn:aws:savingsplans::100000000001:savingsplan/plan-1';
export const reservationArn = 'arn:aws:ec2:us-east-1:100000000001:reserved-instances/ri-1';

/**
 * A month with a savings plan of 1.00 per hour (730.00, used 657.00), a reservation of 0.20 per hour
 * (146.00, used 131.40), 500.00 on demand, 60.00 spot and a discount of 50.00.
 */
export function workedMonth(): AwsRow[] {
  const month = (type: string, cost: string) =>
    charge(type, '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', cost);
  const day = (type: string, cost: string) =>
    charge(type, '2026-01-10T00:00:00Z', '2026-01-11T00:00:00Z', cost);
  const usage = (cost: string, usageType: string) => ({
    'lineItem/UsageType': usageType,
    'lineItem/UsageAmount': '24',
    'pricing/publicOnDemandCost': cost,
  });
  const plan = {
    'savingsPlan/SavingsPlanARN': planArn,
    'savingsPlan/StartTime': '2025-06-01T00:00:00.000Z',
    'savingsPlan/EndTime': '2026-05-31T23:59:59.000Z',
    'savingsPlan/OfferingType': 'ComputeSavingsPlans',
    'savingsPlan/PaymentOption': 'No Upfront',
    'savingsPlan/PurchaseTerm': '1yr',
  };
  const reservation = { 'reservation/ReservationARN': reservationArn };
  return [
    {
      ...month('SavingsPlanRecurringFee', '730'),
      ...plan,
      'lineItem/ProductCode': 'ComputeSavingsPlans',
      'savingsPlan/TotalCommitmentToDate': '730',
      'savingsPlan/UsedCommitment': '657',
    },
    {
      ...day('SavingsPlanCoveredUsage', '900'),
      ...plan,
      ...usage('900', 'BoxUsage:m5.large'),
      'savingsPlan/SavingsPlanEffectiveCost': '657',
    },
    { ...day('SavingsPlanNegation', '-900'), ...plan, 'lineItem/UsageType': 'BoxUsage:m5.large' },
    {
      ...month('RIFee', '146'),
      ...reservation,
      'lineItem/UsageType': 'HeavyUsage:c5.large',
      'reservation/StartTime': '2025-11-01T00:00:00.000Z',
      'reservation/EndTime': '2026-11-01T00:00:00.000Z',
      'reservation/NumberOfReservations': '1',
      'reservation/TotalReservedUnits': '730',
      'reservation/UnusedRecurringFee': '14.6',
    },
    {
      ...day('DiscountedUsage', '0'),
      ...reservation,
      ...usage('164.25', 'BoxUsage:c5.large'),
      'reservation/EffectiveCost': '131.4',
      'pricing/LeaseContractLength': '1yr',
      'pricing/PurchaseOption': 'No Upfront',
    },
    { ...day('Usage', '500'), ...usage('500', 'BoxUsage:r5.large'), 'lineItem/ResourceId': 'i-1' },
    { ...day('Usage', '60'), ...usage('200', 'SpotUsage:m5.large') },
    {
      ...day('Usage', '77'),
      ...usage('77', 'TimedStorage-ByteHrs'),
      'lineItem/ProductCode': 'AmazonS3',
    },
    { ...day('EdpDiscount', '-50') },
    { ...day('Tax', '13') },
  ];
}
