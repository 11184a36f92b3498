/** Which costs count where a report, a segment or a query does not say. */
export const defaultCostSettings = {
  include_credits: false,
  include_refunds: false,
  include_discounts: true,
  include_tax: true,
  amortize: true,
};
