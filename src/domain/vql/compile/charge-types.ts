/** Display names of the charge types whose code reads differently. Filters accept either spelling. */
const chargeTypeLabels: ReadonlyMap<string, string> = new Map([
  ['DiscountedUsage', 'Reserved Instance Discounted Spend'],
  ['SavingsPlanCoveredUsage', 'Savings Plan Discounted Spend'],
  ['SavingsPlanNegation', 'Savings Plan Negation'],
  ['SavingsPlanRecurringFee', 'Savings Plan Recurring Fee'],
  ['SavingsPlanUpfrontFee', 'Savings Plan Upfront Fee'],
  ['RIFee', 'Reserved Instance Fee'],
  ['Discount', 'DISCOUNT'],
  ['EdpDiscount', 'Enterprise Discount Program Discount'],
  ['SppDiscount', 'Solution Provider Program Discount'],
  ['PrivateRateDiscount', 'Private Rate Discount'],
  ['BundledDiscount', 'Bundled Discount'],
]);

/** The codes whose label fits; a code without a label is its own and not among them. */
export function codesLabelled(fits: (label: string) => boolean): string[] {
  return Array.from(chargeTypeLabels).flatMap(([code, label]) => (fits(label) ? [code] : []));
}
