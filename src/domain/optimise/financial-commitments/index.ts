export {
  type PaymentPlan,
  paymentOptions,
  paymentPlan,
  readTermPrices,
  type TermPrice,
} from './commitment-terms.js';
export { isCommitmentLine, isUsedLine } from './commitment-lines.js';
export { readCommitmentUse } from './commitment-status.js';
export type { Commitment } from './derive-commitment.js';
export { figuresOf, type FigureSums } from './figures.js';
export { expiresSoonDays } from './expires-soon.js';
export { financialCommitmentReports } from './financial-commitment-report.js';
export {
  type CommitmentRow,
  listActiveCommitments,
  listCommitments,
  serializeCommitment,
} from './list-commitments.js';
export type { PurchaseOffer } from './purchase-offer.js';
export { purchaseOffers } from './purchase-offers.js';
export { usageProfile } from './purchase-profile.js';
export { bestUnits, type Purchase, type PurchaseTerms, simulatePurchase } from './purchase.js';
export { type FigureSeries, readFigures } from './read-figures.js';
export { readHourlyPrices } from './read-hourly-prices.js';
export { readKinds, readOfferUsage } from './read-on-demand-usage.js';
export { queueCommitments, refreshCommitmentsJob } from './refresh-commitments-job.js';
export { rangeOf, reportIntervals } from './report-dates.js';
export { groupingsField, splitGroupings } from './report-groupings.js';
export { simulateUsage } from './simulate-usage.js';
export { openUsageSource, type UsageSource } from './usage-source.js';
