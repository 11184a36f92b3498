import type { Source } from '../source.js';
import { extraLineType, nothing, type Sql } from '../sql/sql.js';

/** Amounts that a row may lack: nothing then, not null. */
function amount(source: Source, field: string): Sql {
  return `ifNull(${source.decimal(field)}, toDecimal128(0, 18))`;
}

const zero = 'toDecimal128(0, 18)';

/** What a row costs in the amortised view: fees move to the usage they cover, only the unused part stays. */
export function awsEffectiveCost(source: Source): Sql {
  const unused = [
    'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod',
    'reservation/UnusedRecurringFee',
  ].map((field) => amount(source, field));
  const open = `${amount(source, 'savingsPlan/TotalCommitmentToDate')} - ${amount(source, 'savingsPlan/UsedCommitment')}`;
  return (
    `multiIf(line_type = 'DiscountedUsage', ${amount(source, 'reservation/EffectiveCost')},` +
    ` line_type = 'RIFee', ${unused.join(' + ')},` +
    ` line_type = 'Fee' AND reservation_arn IS NOT NULL, ${zero},` +
    ` line_type = 'SavingsPlanCoveredUsage', ${amount(source, 'savingsPlan/SavingsPlanEffectiveCost')},` +
    ` line_type IN ('SavingsPlanNegation', 'SavingsPlanUpfrontFee'), ${zero},` +
    ` line_type = 'SavingsPlanRecurringFee', greatest(${open}, ${zero}), billed_cost)`
  );
}

/** The same after discounts, where the report has net columns. */
function netEffectiveCost(source: Source, net: Sql): Sql {
  const unused = [
    'reservation/NetUnusedAmortizedUpfrontFeeForBillingPeriod',
    'reservation/NetUnusedRecurringFee',
  ].map((field) => source.decimal(field));
  return (
    `multiIf(line_type = 'DiscountedUsage', coalesce(${source.decimal('reservation/NetEffectiveCost')}, effective_cost),` +
    ` line_type = 'SavingsPlanCoveredUsage', coalesce(${source.decimal('savingsPlan/NetSavingsPlanEffectiveCost')}, effective_cost),` +
    ` line_type = 'RIFee', coalesce(${unused.join(' + ')}, effective_cost),` +
    ` effective_cost = billed_cost, ${net}, effective_cost)`
  );
}

const discountColumns = {
  'discount/EdpDiscount': 'EdpDiscount',
  'discount/PrivateRateDiscount': 'PrivateRateDiscount',
  'discount/BundledDiscount': 'BundledDiscount',
  'discount/SppDiscount': 'SppDiscount',
} as const;

/** Code of the one discount a row names, `Discount` when it names none or several. */
function discountType(source: Source): Sql {
  const named = Object.entries(discountColumns).map(([field, code]) => {
    const key = code.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    const entry = source.entry('discount', key) ?? nothing.text;
    const value = `coalesce(${source.decimal(field)}, toDecimal128OrNull(${entry}, 18), ${zero})`;
    return `if(${value} != 0, ['${code}'], [])`;
  });
  const codes = `arrayConcat(${named.join(', ')})`;
  return `if(length(${codes}) = 1, ${codes}[1], 'Discount')`;
}

/**
 * Reports with net columns and no discount rows hide the discount in each row. Each such row makes
 * a discount line of its own, so that the total is the invoice and the discounts can be left out.
 */
export function awsNetDiscounts(source: Source): { extras: Sql; sourceBilled: Sql } {
  const net = `coalesce(${source.decimal('lineItem/NetUnblendedCost')}, billed_cost)`;
  const covered = "line_type IN ('DiscountedUsage', 'SavingsPlanCoveredUsage')";
  const line =
    `('discount', ${discountType(source)}, 'discount',` +
    ` assumeNotNull(${net} - billed_cost), assumeNotNull(${netEffectiveCost(source, net)} - effective_cost),` +
    ` if(${covered}, 'AllocatedAmortizedDiscount', NULL), 'enterprise_discount', CAST(NULL AS Nullable(String)))`;
  return {
    extras: `if(ifNull(${net} != billed_cost, false), CAST([${line}] AS ${extraLineType}), CAST([] AS ${extraLineType}))`,
    sourceBilled: net,
  };
}
