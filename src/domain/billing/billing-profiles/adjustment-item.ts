import { z } from 'zod';
import { choice, decimalText } from '../../../platform/kernel/fields.js';
import { Decimal } from '../../../platform/lib/decimal.js';

const maxItems = 50;
const maxAmount = 1_000_000_000_000;

const adjustmentTypes = ['charge', 'credit', 'discount'] as const;
const calculationTypes = ['fixed', 'percentage'] as const;

/** Something that an invoice adds to, or subtracts from, the costs of its lines. */
export const AdjustmentItem = z
  .object({
    name: z.string(),
    adjustment_type: z.enum(adjustmentTypes),
    calculation_type: z.enum(calculationTypes),
    amount: z.string().describe('Money, or percent.'),
  })
  .meta({ id: 'AdjustmentItem' });
export type AdjustmentItem = z.output<typeof AdjustmentItem>;

const name = z
  .string()
  .max(255)
  .refine((text) => text.trim() !== '', { error: "can't be blank" });

const ItemInput = z
  .object({
    name,
    adjustment_type: choice(adjustmentTypes).default('charge'),
    calculation_type: choice(calculationTypes),
    amount: decimalText().refine((amount) => new Decimal(amount).lte(maxAmount), {
      error: 'does not have a valid value',
    }),
  })
  .refine(
    ({ adjustment_type: type, calculation_type: calculation, amount }) =>
      calculation === 'fixed' || type === 'charge' || new Decimal(amount).lte(100),
    { error: 'must be at most 100 for a percentage that is subtracted', path: ['amount'] },
  );

export const InvoiceAdjustmentInput = z
  .object({
    token: z.string().describe('Ignored.'),
    adjustment_items: z.array(ItemInput).max(maxItems),
  })
  .partial();

export const InvoiceAdjustment = z
  .object({ token: z.string(), adjustment_items: z.array(AdjustmentItem) })
  .meta({ id: 'InvoiceAdjustment' });
