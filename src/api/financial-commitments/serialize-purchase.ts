import { z } from 'zod';
import type { PurchaseOffer, Purchase } from '../../domain/optimise/financial-commitments/index.js';
import { Decimal, formatDecimal } from '../../platform/lib/decimal.js';

const percent = () => z.string().nullable();

export const CommitmentPurchase = z
  .object({
    commitment: z
      .string()
      .describe('Number of units of a reservation; commitment per hour of a plan.'),
    hourly_cost: z.string(),
    monthly_saving: z.string().describe('Per month of 730 hours; negative if it costs more.'),
    coverage_percent: percent().describe('Of the on-demand usage that it would cover.'),
    utilization_percent: percent(),
    break_even_utilization_percent: z
      .string()
      .describe('Utilization below which it costs more than on demand.'),
    break_even_fall_percent: percent().describe(
      'How far usage can fall in every hour until nothing is saved; null if nothing is.',
    ),
    saving_if_usage_falls: z.string().describe('Per month, if usage falls 20 % in every hour.'),
    regret_if_usage_falls: z
      .string()
      .describe('What the best commitment for that usage would save more.'),
  })
  .meta({ id: 'CommitmentPurchase' });

export const offerFields = {
  type: z.string().describe('Type of its recommendation.'),
  title: z.string(),
  provider: z.string(),
  service: z.string(),
  unit: z.enum(['units', 'spend']).describe('Bought in whole units, or as spend per hour.'),
  group: z.string().describe('What one purchase covers, such as a region and an instance type.'),
  discount_percent: z.string(),
};

export const windowFields = {
  currency: z.string(),
  unconverted_currencies: z
    .array(z.string())
    .describe('Currencies without an exchange rate; their costs are in no figure.'),
  start_date: z.string(),
  end_date: z.string().describe('The last complete day.'),
};

export const serializeOffer = (
  { type, title, provider, service, whole }: PurchaseOffer,
  group: string,
  discount: string,
) => ({
  type,
  title,
  provider,
  service,
  unit: whole ? ('units' as const) : ('spend' as const),
  group,
  discount_percent: percentText(new Decimal(discount))!,
});

/** A purchase as the API returns it. */
export const serializePurchase = (purchase: Purchase, { whole }: PurchaseOffer) => ({
  commitment: decimal(whole ? purchase.units : purchase.hourlyCost, 4),
  hourly_cost: decimal(purchase.hourlyCost, 4),
  monthly_saving: decimal(purchase.saving, 2),
  coverage_percent: percentText(purchase.coverage),
  utilization_percent: percentText(purchase.utilization),
  break_even_utilization_percent: percentText(purchase.breakEvenUtilization)!,
  break_even_fall_percent: percentText(purchase.breakEvenFall),
  saving_if_usage_falls: decimal(purchase.savingAfterFall, 2),
  regret_if_usage_falls: decimal(purchase.regret, 2),
});

export const decimal = (amount: Decimal, places: number) =>
  formatDecimal(amount.toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed());

const percentText = (share: Decimal | null) => share && decimal(share.times(100), 2);
