import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { SourceColumns } from '../source-columns.js';
import { decimalOfText } from '../sql/decimal.js';
import { extraLinesType, firstPresent, ifPresent, typedNull } from '../sql/expressions.js';

/** An amount; zero if the row lacks it. */
function amount(source: SourceColumns, field: string): Sql {
  const value = source.decimal(field);
  return ifPresent(value, sql`ifNull(${value}, ${zero})`, zero);
}

const zero = sql`toDecimal128(0, 18)`;

/** Cost in the amortized view: fees move to the usage that they cover, and only the unused part remains on the fee. */
export function awsEffectiveCost(source: SourceColumns): Sql {
  const unusedFees = [
    'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod',
    'reservation/UnusedRecurringFee',
  ].map((field) => amount(source, field));
  const commitment = amount(source, 'savingsPlan/TotalCommitmentToDate');
  const unusedCommitment = sql`${commitment} - ${amount(source, 'savingsPlan/UsedCommitment')}`;
  return sql`multiIf(
    line_type = 'DiscountedUsage', ${amount(source, 'reservation/EffectiveCost')},
    line_type = 'RIFee', ${sql.join(unusedFees, ' + ')},
    line_type = 'Fee' AND reservation_arn IS NOT NULL, ${zero},
    line_type = 'SavingsPlanCoveredUsage', ${amount(source, 'savingsPlan/SavingsPlanEffectiveCost')},
    line_type IN ('SavingsPlanNegation', 'SavingsPlanUpfrontFee'), ${zero},
    line_type = 'SavingsPlanRecurringFee', greatest(${unusedCommitment}, ${zero}),
    billed_cost)`;
}

/** The same after discounts, for reports with net columns. */
function netEffectiveCost(source: SourceColumns, net: Sql): Sql {
  const unusedFees = [
    'reservation/NetUnusedAmortizedUpfrontFeeForBillingPeriod',
    'reservation/NetUnusedRecurringFee',
  ].map((field) => source.decimal(field));
  const ofReservation = source.decimal('reservation/NetEffectiveCost');
  const ofSavingsPlan = source.decimal('savingsPlan/NetSavingsPlanEffectiveCost');
  return sql`multiIf(
    line_type = 'DiscountedUsage', coalesce(${ofReservation}, effective_cost),
    line_type = 'SavingsPlanCoveredUsage', coalesce(${ofSavingsPlan}, effective_cost),
    line_type = 'RIFee', coalesce(${sql.join(unusedFees, ' + ')}, effective_cost),
    effective_cost = billed_cost, ${net},
    effective_cost)`;
}

const discountColumns = {
  'discount/EdpDiscount': 'EdpDiscount',
  'discount/PrivateRateDiscount': 'PrivateRateDiscount',
  'discount/BundledDiscount': 'BundledDiscount',
  'discount/SppDiscount': 'SppDiscount',
} as const;

/** Code of the discount of a row, `Discount` if it has none or several. */
function discountType(source: SourceColumns): Sql {
  const codesWithAmount = Object.entries(discountColumns).map(([field, code]) => {
    const key = code.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    const entry = source.entry('discount', key) ?? typedNull.text;
    const value = firstPresent(source.decimal(field), decimalOfText(entry), zero);
    return sql`if(${value} != 0, [${sql.literal(code)}], [])`;
  });
  const codes = sql`arrayConcat(${sql.join(codesWithAmount)})`;
  return sql`if(length(${codes}) = 1, ${codes}[1], 'Discount')`;
}

/**
 * Reports with net columns and without discount rows include the discount in each row. Each such row
 * creates a discount line, so that the total equals the invoice and discounts can be excluded.
 */
export function awsNetDiscounts(source: SourceColumns): { extraLines: Sql; sourceBilled: Sql } {
  const net = sql`coalesce(${source.decimal('lineItem/NetUnblendedCost')}, billed_cost)`;
  const covered = sql`line_type IN ('DiscountedUsage', 'SavingsPlanCoveredUsage')`;
  const line = sql`('discount', ${discountType(source)}, 'discount',
    assumeNotNull(${net} - billed_cost),
    assumeNotNull(${netEffectiveCost(source, net)} - effective_cost),
    if(${covered}, 'AllocatedAmortizedDiscount', NULL),
    'enterprise_discount', CAST(NULL AS Nullable(String)))`;
  return {
    extraLines: sql`if(ifNull(${net} != billed_cost, false),
      CAST([${line}] AS ${extraLinesType}),
      CAST([] AS ${extraLinesType}))`,
    sourceBilled: net,
  };
}
