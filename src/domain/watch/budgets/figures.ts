import { Decimal } from '../../../platform/lib/decimal.js';
import { daysIn, firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { PeriodForecast } from '../../reports/forecast/index.js';
import {
  type BudgetTree,
  type SpendOf,
  amountOf,
  budgetedReports,
  spendIn,
} from './performance.js';

/** What is known about the reports of budgets, by report and month. */
export interface ReportFigures {
  /** Accrued costs. */
  spendOf: SpendOf;
  /** What a whole month is expected to cost; null where a report has no forecast. */
  forecastOf: (report: string, month: string) => MonthForecast | null;
}

type MonthForecast = Pick<PeriodForecast, 'amount' | 'forecastFrom' | 'days'>;

export const budgetStates = ['over', 'at_risk', 'on_track'] as const;
type BudgetState = (typeof budgetStates)[number];

/** A month of a budget; null where there is nothing to show. */
export interface BudgetMonth {
  month: string;
  amount: Decimal | null;
  /** Accrued costs; null for later months, and without a report. */
  spend: Decimal | null;
  /** Expected costs of the whole month; null without a forecast, and once a past month is complete. */
  forecast: Decimal | null;
  /** The first day that the forecast does not take as billed; null if all days are complete. */
  forecastFrom: string | null;
  /** The day on which the month passes its budget, as billed or forecast; null if it does not. */
  exceededOn: string | null;
  state: BudgetState | null;
}

/** The figures of a budget for the month of a day. */
export function budgetMonth(
  budget: BudgetTree,
  month: string,
  today: string,
  figures: ReportFigures,
): BudgetMonth {
  const current = firstOfMonth(today);
  const amount = amountOf(budget, month);
  const spend = month > current ? null : spendIn(budget, month, figures.spendOf);
  const expected = forecastOf(budget, month, figures);
  const isSettled = month < current && expected?.forecastFrom === null;
  const forecast = isSettled ? null : (expected?.amount ?? null);
  const elapsed = month === current ? elapsedAmount(amount, today) : amount;
  return {
    month,
    amount,
    spend,
    forecast,
    forecastFrom: expected?.forecastFrom ?? null,
    exceededOn: expected && amount ? dayAbove(expected, amount) : null,
    state: stateOf({ amount, spend, forecast, elapsed }),
  };
}

/** The sum of the forecasts of all children; null if one of them has none, because a part is no forecast. */
export function forecastOf(
  budget: BudgetTree,
  month: string,
  figures: Pick<ReportFigures, 'forecastOf'>,
): MonthForecast | null {
  const parts = budgetedReports(budget).map((report) => figures.forecastOf(report, month));
  if (parts.length === 0 || parts.includes(null)) return null;
  const starts = parts.flatMap((part) => part!.forecastFrom ?? []);
  return {
    amount: parts.reduce((sum, part) => sum.plus(part!.amount), new Decimal(0)),
    forecastFrom: starts.toSorted()[0] ?? null,
    days: parts.flatMap((part) => part!.days),
  };
}

/**
 * The day from which on the costs of a month are above a limit, each day as billed or forecast; null if the
 * whole month is not. Of 10 a day, a limit of 45 is passed on the fifth day.
 */
export function dayAbove({ amount, days }: MonthForecast, limit: Decimal): string | null {
  if (!amount.greaterThan(limit)) return null;
  const byDay = groupBy(days, ({ day }) => day);
  let sum = new Decimal(0);
  let passed: string | null = null;
  for (const day of [...byDay.keys()].toSorted()) {
    sum = byDay.get(day)!.reduce((total, { expected }) => total.plus(expected), sum);
    // Credits can bring a month back below the limit.
    passed = sum.greaterThan(limit) ? (passed ?? day) : null;
  }
  return passed;
}

/**
 * Over: more is spent than the budget of the month. At risk: the forecast exceeds it; without a forecast,
 * more is spent than the share of the days until today.
 */
function stateOf({
  amount,
  spend,
  forecast,
  elapsed,
}: Pick<BudgetMonth, 'amount' | 'spend' | 'forecast'> & {
  elapsed: Decimal | null;
}): BudgetState | null {
  if (amount === null || spend === null) return null;
  if (spend.greaterThan(amount)) return 'over';
  const isAtRisk = forecast ? forecast.greaterThan(amount) : spend.greaterThan(elapsed!);
  return isAtRisk ? 'at_risk' : 'on_track';
}

/** The share of a month's budget for its days until today: 18 of 28 days of 40,000 are 25,714.29. */
function elapsedAmount(amount: Decimal | null, today: string): Decimal | null {
  const days = daysIn({ start: firstOfMonth(today), end: lastOfMonth(today) });
  return (
    amount &&
    amount
      .times(Number(today.slice(8)))
      .div(days)
      .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  );
}

/** Budget and accrued costs until today. */
export interface ToDate {
  amount: Decimal;
  spend: Decimal | null;
}

/**
 * Budget and costs from a month until today: whole months, and the share of the current one. Costs of
 * months without a budget count too.
 */
export function sumToDate(months: readonly BudgetMonth[], since: string, today: string): ToDate {
  const current = firstOfMonth(today);
  const counted = months.filter(({ month }) => month >= since && month <= current);
  const amounts = counted.map(({ month, amount }) =>
    month === current ? elapsedAmount(amount, today) : amount,
  );
  const spends = counted.flatMap(({ spend }) => spend ?? []);
  const add = (values: readonly (Decimal | null)[]) =>
    values.reduce<Decimal>((sum, value) => sum.plus(value ?? 0), new Decimal(0));
  return { amount: add(amounts), spend: spends.length === 0 ? null : add(spends) };
}
