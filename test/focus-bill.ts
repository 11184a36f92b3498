const header =
  'ProviderName,BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName';

/** A FOCUS bill of AWS with one charge per day, from the first of a month. */
export function focusBill(payer: string, month: string, ...costs: (number | string)[]): string {
  const rows = costs.map((cost, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    return `AWS,${payer},${month}-01,${day}T00:00:00Z,${day}T01:00:00Z,Usage,${cost},USD,Storage`;
  });
  return [header, ...rows, ''].join('\n');
}
