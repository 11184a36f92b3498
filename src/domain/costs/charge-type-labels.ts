/** Labels of the charge types whose label differs from their code. Filters accept either. */
export const chargeTypeLabels: Readonly<Record<string, string>> = {
  DiscountedUsage: 'Reserved Instance Discounted Spend',
  SavingsPlanCoveredUsage: 'Savings Plan Discounted Spend',
  SavingsPlanNegation: 'Savings Plan Negation',
  SavingsPlanRecurringFee: 'Savings Plan Recurring Fee',
  SavingsPlanUpfrontFee: 'Savings Plan Upfront Fee',
  RIFee: 'Reserved Instance Fee',
  Discount: 'DISCOUNT',
  EdpDiscount: 'Enterprise Discount Program Discount',
  SppDiscount: 'Solution Provider Program Discount',
  PrivateRateDiscount: 'Private Rate Discount',
  BundledDiscount: 'Bundled Discount',
};
