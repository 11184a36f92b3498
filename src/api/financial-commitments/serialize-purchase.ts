import { z } from 'zod';
import {
  type PaymentPlan,
  paymentOptions,
  type Purchase,
  type PurchaseOffer,
  type TermPrice,
} from '../../domain/optimise/financial-commitments/index.js';
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

export const CommitmentTerm = z
  .object({
    years: z.int(),
    payment: z.enum(paymentOptions),
    source: z
      .enum(['price_list', 'usual_discount'])
      .nullable()
      .describe(
        'Imported price lists, else the usual discount of one year without upfront payment; null, with no amounts, where neither has it.',
      ),
    priced_percent: percent().describe('Of the usage by cost, what price lists have prices of.'),
    discount_percent: percent(),
    upfront_cost: z.string().nullable().describe('Paid at the start.'),
    monthly_cost: z.string().nullable().describe('Paid per month of 730 hours beside it.'),
    total_cost: z.string().nullable().describe('Of the whole term.'),
    monthly_saving: z.string().nullable().describe('Negative if it costs more than on demand.'),
    break_even_months: z
      .string()
      .nullable()
      .describe('Until what was paid upfront is saved; null if it is not within the term.'),
  })
  .meta({ id: 'CommitmentTerm' });

/** A purchase under a term as the API returns it. */
export function serializeTerm(
  { years, payment, source, priced, discount }: TermPrice,
  known: (PaymentPlan & Pick<Purchase, 'saving'>) | undefined,
): z.input<typeof CommitmentTerm> {
  const money = (amount: Decimal | undefined) => (amount ? decimal(amount, 2) : null);
  const months = known?.breakEvenMonths;
  return {
    years,
    payment,
    source,
    priced_percent: source === 'price_list' ? percentText(priced) : null,
    discount_percent: known ? percentText(discount) : null,
    upfront_cost: money(known?.upfront),
    monthly_cost: money(known?.monthly),
    total_cost: money(known?.total),
    monthly_saving: money(known?.saving),
    break_even_months: months ? decimal(months, 1) : null,
  };
}

export const decimal = (amount: Decimal, places: number) =>
  formatDecimal(amount.toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toFixed());

const percentText = (share: Decimal | null) => share && decimal(share.times(100), 2);
