import { z } from 'zod';
import { type BudgetMonth, budgetStates } from '../../domain/watch/budgets/index.js';
import { type Decimal, formatDecimal } from '../../platform/lib/decimal.js';

export const figureFields = {
  month: z.string().describe('First day of the month.'),
  amount: z.string().nullable().describe('Budget of the month.'),
  spend: z.string().nullable().describe('Accrued costs; null without a report.'),
  forecast: z
    .string()
    .nullable()
    .describe(
      'Expected costs of the whole month: complete days as billed, every other day with the larger of what is billed and forecast. null without a forecast, and for past months that are complete.',
    ),
  forecast_from: z
    .string()
    .nullable()
    .describe('First day that the forecast does not take as billed; null if all are complete.'),
  exceeded_on: z
    .string()
    .nullable()
    .describe(
      'Day on which the costs of the month pass its budget: complete days as billed, later ones as forecast. null if they do not, or without a forecast.',
    ),
  percent_used: z
    .string()
    .nullable()
    .describe('Accrued costs in percent of the budget, with two decimal places.'),
  state: z
    .enum(budgetStates)
    .nullable()
    .describe(
      'over: more is spent than the budget. at_risk: the forecast exceeds it, or, without a forecast, the costs until today exceed the share of these days. null without a budget or costs.',
    ),
};

export const completeThrough = z
  .string()
  .nullable()
  .describe('Last day whose costs are complete; costs of later days still grow.');

export const unconvertedCurrencies = z
  .array(z.string())
  .describe('Currencies without an exchange rate; their costs are not included in any figure.');

export const decimalText = (amount: Decimal | null): string | null =>
  amount && formatDecimal(amount.toFixed());

/** A month of a budget as the API returns it. */
export const serializeMonth = ({
  month,
  amount,
  spend,
  forecast,
  forecastFrom,
  exceededOn,
  state,
}: BudgetMonth) => ({
  month,
  amount: decimalText(amount),
  spend: decimalText(spend),
  forecast: decimalText(forecast),
  forecast_from: forecastFrom,
  exceeded_on: exceededOn,
  percent_used: percentOf(spend, amount),
  state,
});

/** 450 of 600 is "75.0". A budget of 0 has no percentage. */
export function percentOf(spend: Decimal | null, amount: Decimal | null): string | null {
  if (spend === null || amount === null || amount.isZero()) return null;
  return formatDecimal(spend.times(100).div(amount).toDecimalPlaces(2).toFixed());
}
