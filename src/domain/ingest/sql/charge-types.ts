import { literal } from '../../../platform/store/clickhouse/sql-text.js';
import { holds, lookUp, type Sql } from './sql.js';

export type ChargeGroup = 'usage' | 'fee' | 'discount' | 'credit' | 'refund' | 'tax' | 'adjustment';

/** Every code a provider is known to write, and the group that report settings look at. */
const chargeGroups: Readonly<Record<string, ChargeGroup>> = {
  Usage: 'usage',
  DiscountedUsage: 'usage',
  SavingsPlanCoveredUsage: 'usage',
  SavingsPlanNegation: 'usage',
  SavingsPlanRecurringFee: 'fee',
  SavingsPlanUpfrontFee: 'fee',
  RIFee: 'fee',
  Fee: 'fee',
  'AWS Marketplace': 'fee',
  Tax: 'tax',
  FeeTax: 'tax',
  Credit: 'credit',
  Refund: 'refund',
  Discount: 'discount',
  EdpDiscount: 'discount',
  SppDiscount: 'discount',
  PrivateRateDiscount: 'discount',
  BundledDiscount: 'discount',
  RiVolumeDiscount: 'discount',
  DistributorDiscount: 'discount',
  UnamortizedSppDiscount: 'discount',
  Purchase: 'fee',
  UnusedReservation: 'usage',
  UnusedSavingsPlan: 'usage',
  RoundingAdjustment: 'adjustment',
  PartnerEarnedCredit: 'credit',
  Adjustment: 'adjustment',
  regular: 'usage',
  tax: 'tax',
  adjustment: 'adjustment',
  rounding_error: 'adjustment',
  PROMOTION: 'credit',
  FREE_TIER: 'credit',
  COMMITTED_USAGE_DISCOUNT: 'discount',
  COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE: 'discount',
  SUSTAINED_USAGE_DISCOUNT: 'discount',
  DISCOUNT: 'discount',
  SUBSCRIPTION_BENEFIT: 'discount',
  RESELLER_MARGIN: 'discount',
  FEE_UTILIZATION_OFFSET: 'discount',
  'Monthly Minimum Fee': 'fee',
};

/** Group of a charge code; a code nobody knows is judged by its name. */
export function chargeGroup(code: Sql): Sql {
  const byName =
    `multiIf(${holds(code, 'Tax')}, 'tax', ${holds(code, 'Discount')}, 'discount',` +
    ` ${holds(code, 'Credit')}, 'credit', ${holds(code, 'Refund')}, 'refund',` +
    ` ${holds(code, 'Fee')} OR ${holds(code, 'Purchase')}, 'fee', 'usage')`;
  return lookUp(code, chargeGroups, byName);
}

/** Whether a charge code is missing from the list above. */
export function isUnknownCharge(code: Sql): Sql {
  return `${code} NOT IN (${Object.keys(chargeGroups).map(literal).join(', ')})`;
}

/** What a format knows about commitments of a row; each a condition. */
export interface CommitmentHints {
  reservation?: Sql;
  savingsPlan?: Sql;
  spot?: Sql;
}

/** How the charge was bought. Reads the line's own charge type, group and costs. */
export function commitmentType(hints: CommitmentHints): Sql {
  const { reservation = 'false', savingsPlan = 'false', spot = 'false' } = hints;
  return (
    `multiIf(charge_group IN ('credit', 'refund', 'tax'), toString(charge_group),` +
    ` charge_group = 'discount', 'enterprise_discount',` +
    ` ${savingsPlan}, 'savings_plan', ${reservation}, 'reserved_instance', ${spot}, 'spot',` +
    ` charge_group = 'usage' AND billed_cost = 0 AND ifNull(list_cost = 0, false) AND commitment_id IS NULL, 'free',` +
    ` charge_group = 'usage', 'on_demand', 'other')`
  );
}
