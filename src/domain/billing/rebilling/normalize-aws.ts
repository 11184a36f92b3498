import { type Sql, sql } from '../../../platform/store/sql.js';
import {
  awsServiceNames,
  chargeGroup,
  contains,
  lookUp,
  typedNull,
} from '../../intake/ingest/index.js';
import { lineItemType, unblendedCost } from './aws-columns.js';

const covered = sql`('DiscountedUsage', 'SavingsPlanCoveredUsage')`;
const description = sql`row.description`;

/** What a changed type of a row of the report changes on its line, as when the row is imported. */
export function withLineItemType(type: Sql): Record<string, Sql> {
  const isDiscount = sql`${type} IN ('Discount', 'Credit')`;
  const chargeType = sql`multiIf(
    ${type} = 'Fee' AND row.marketplace, 'AWS Marketplace',
    ${type} = 'Tax' AND row.commitment_id IS NOT NULL, 'FeeTax',
    ${isDiscount} AND ${contains(description, 'Enterprise Discount Program')}, 'EdpDiscount',
    ${isDiscount} AND ${contains(description, 'Solution Provider')}, 'SppDiscount',
    ${type}
  )`;
  const group = chargeGroup(chargeType);
  return {
    charge_type: chargeType,
    charge_group: group,
    amortized_charge_type: sql`multiIf(
      row.line_kind != 'charge', row.amortized_charge_type,
      ${type} IN ${covered}, 'AllocatedAmortizedFee',
      ${type} IN ('RIFee', 'SavingsPlanRecurringFee'), 'AmortizedFee',
      NULL
    )`,
    commitment_type: sql`multiIf(
      ${group} IN ('credit', 'refund', 'tax'), ${group},
      ${group} = 'discount', 'enterprise_discount',
      startsWith(${type}, 'SavingsPlan'), 'savings_plan',
      ${type} IN ('DiscountedUsage', 'RIFee'), 'reserved_instance',
      row.commitment_type = 'spot', 'spot',
      ${group} = 'usage', 'on_demand',
      'other'
    )`,
    commitment_status: sql`if(${type} IN ${covered}, 'used', ${typedNull.text})`,
    pricing_category: sql`multiIf(
      ${type} IN ${covered}, 'committed',
      ifNull(row.pricing_category = 'dynamic', false), 'dynamic',
      ${type} IN ('Usage', 'Fee'), 'standard',
      NULL
    )`,
  };
}

/**
 * The amounts of a line after its row of the report has changed. The effective cost of commitments comes
 * from other columns of the report; that of everything else is the unblended cost.
 */
export function withAwsCost(
  cost: Sql | undefined,
  type: Sql | undefined,
): { billed: Sql; effective: Sql } {
  const newCost = sql`ifNull(${cost ?? unblendedCost}, ${unblendedCost})`;
  const newType = type ?? lineItemType;
  const hasOwnEffectiveCost = sql`(
    ${newType} IN (
      'DiscountedUsage', 'SavingsPlanCoveredUsage', 'RIFee',
      'SavingsPlanRecurringFee', 'SavingsPlanNegation', 'SavingsPlanUpfrontFee'
    )
    OR ${newType} = 'Fee' AND row.commitment_id IS NOT NULL
  )`;
  return {
    billed: sql`if(row.line_kind = 'charge', ${newCost}, row.billed_cost)`,
    effective: sql`multiIf(
      row.line_kind != 'charge' OR ${hasOwnEffectiveCost}, row.effective_cost,
      ${newCost}
    )`,
  };
}

/** The service of a product code, where the code is known. */
export const serviceOfCode = (code: Sql): Sql => lookUp(code, awsServiceNames, sql`row.service`);
