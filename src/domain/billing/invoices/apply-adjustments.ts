import { Decimal } from '../../../platform/lib/decimal.js';
import type { AdjustmentItem } from '../billing-profiles/index.js';
import { roundMoney, sumMoney } from './round-money.js';

/** An adjustment with what it adds to the invoice; negative where it subtracts. */
export interface AppliedAdjustment extends AdjustmentItem {
  value: string;
}

export interface AdjustedTotal {
  /** In the order in which they were applied. */
  adjustments: AppliedAdjustment[];
  total: string;
}

/**
 * Applies adjustments to a subtotal. Charges and discounts change the amount that later percentages are
 * taken of; credits come last, and their percentages are all taken of the same amount.
 *
 * 1532.00 with a discount of 10 %, a tax of 8.25 %, a fee of 25 and a credit of 50 is 1467.55.
 */
export function applyAdjustments(
  subtotal: string,
  items: readonly AdjustmentItem[],
  currency: string,
): AdjustedTotal {
  let remaining = subtotal;
  const first: AppliedAdjustment[] = [];
  for (const item of items.filter((each) => !isCredit(each))) {
    const applied = applyItem(item, remaining, currency);
    first.push(applied);
    remaining = sumMoney([remaining, applied.value]);
  }
  const base = remaining;
  const credits = items.filter(isCredit).map((item) => applyItem(item, base, currency));
  const total = sumMoney([base, ...credits.map(({ value }) => value)]);
  return { adjustments: [...first, ...credits], total };
}

const isCredit = (item: AdjustmentItem) => item.adjustment_type === 'credit';

function applyItem(item: AdjustmentItem, base: string, currency: string): AppliedAdjustment {
  const { adjustment_type: type, calculation_type: calculation, amount } = item;
  const exact = calculation === 'fixed' ? amount : new Decimal(base).times(amount).div(100);
  const rounded = roundMoney(exact, currency);
  return {
    ...item,
    value: type === 'charge' ? rounded : roundMoney(new Decimal(rounded).neg(), currency),
  };
}
