import { type Sql, sql } from '../../../../platform/store/sql.js';
import { byFirstWord, lookUp } from './expressions.js';

export type ChargeGroup = 'usage' | 'fee' | 'discount' | 'credit' | 'refund' | 'tax' | 'adjustment';

/** Known charge codes of providers, and the group that report settings include or exclude. */
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

/** Words in charge codes that are not in the table above; the first match wins. */
const groupWords = [
  ['Tax', 'tax'],
  ['Discount', 'discount'],
  ['Credit', 'credit'],
  ['Refund', 'refund'],
  ['Fee', 'fee'],
  ['Purchase', 'fee'],
] as const;

/** Group of a charge code; for unknown codes it is derived from the name. */
export function chargeGroup(code: Sql): Sql {
  return lookUp(code, chargeGroups, byFirstWord(code, groupWords, 'usage'));
}

/** Whether a charge code is unknown. */
export function isUnknownCharge(code: Sql): Sql {
  return sql`${code} NOT IN (${sql.literals(Object.keys(chargeGroups))})`;
}

/** Conditions for the commitment types that a format can tell apart. */
export interface CommitmentConditions {
  reservation?: Sql;
  savingsPlan?: Sql;
  spot?: Sql;
}

/** The commitment type of a charge; uses the line's charge group and costs. */
export function commitmentType(conditions: CommitmentConditions): Sql {
  const { reservation, savingsPlan, spot } = conditions;
  const isFree = sql`charge_group = 'usage' AND billed_cost = 0 AND ifNull(list_cost = 0, false)
    AND commitment_id IS NULL`;
  const told = [
    ...(savingsPlan ? [sql`${savingsPlan}, 'savings_plan',`] : []),
    ...(reservation ? [sql`${reservation}, 'reserved_instance',`] : []),
    ...(spot ? [sql`${spot}, 'spot',`] : []),
  ];
  return sql`multiIf(
    charge_group IN ('credit', 'refund', 'tax'), toString(charge_group),
    charge_group = 'discount', 'enterprise_discount',
    ${sql.join(told, '\n')}
    ${isFree}, 'free',
    charge_group = 'usage', 'on_demand',
    'other')`;
}
