import { z } from 'zod';
import {
  budgets,
  type ToDate,
  budgetMonth,
  sumToDate,
  firstBudgetMonth,
  readBudgetTrees,
  readBudgetSource,
} from '../../domain/watch/budgets/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { firstOfMonth } from '../../platform/lib/days.js';
import { notFound } from '../../platform/lib/errors.js';
import { formatDate } from '../../platform/lib/time.js';
import {
  completeThrough,
  decimalText,
  figureFields,
  percentOf,
  serializeMonth,
  unconvertedCurrencies,
} from './serialize-figures.js';
import { currencyOf } from './workspace-currency.js';

/** Months of forecast after the current one. */
const monthsAhead = 5;
/** Months of costs before the current one, for a budget that has no amounts yet. */
const monthsWithoutBudget = 5;

const BudgetToDate = z
  .object({
    amount: z.string().describe('Budget until today; of the current month, the share of its days.'),
    spend: z.string().nullable().describe('Accrued costs, of months without a budget too.'),
    percent_used: z.string().nullable(),
  })
  .meta({ id: 'BudgetToDate' });

const BudgetMonth = z.object(figureFields).meta({ id: 'BudgetMonth' });

export const getBudgetMonths = operation({
  id: 'getBudgetMonths',
  tag: 'Budgets',
  method: 'GET',
  path: '/v2/budgets/{budget_token}/months',
  summary: 'Get costs, forecast and budget by month',
  params: z.object({ budget_token: z.string() }),
  status: 200,
  errors: [404],
  response: z
    .object({
      currency: z.string(),
      complete_through: completeThrough,
      unconverted_currencies: unconvertedCurrencies,
      month_to_date: BudgetToDate,
      year_to_date: BudgetToDate.describe('From 1 January.'),
      total_to_date: BudgetToDate.describe('From the first month with a budget.'),
      months: z
        .array(BudgetMonth)
        .describe(`From the first month with a budget to ${monthsAhead} months ahead.`),
    })
    .meta({ id: 'BudgetMonths' }),
  run: async ({ params }, ctx) => {
    const row = await budgets.rows.load(ctx, params.budget_token);
    const [tree] = await readBudgetTrees(ctx.db, ctx.actor.accountToken, [row.token]);
    if (!tree) throw notFound('Budget');
    const today = formatDate(ctx.now);
    const current = firstOfMonth(today);
    const start = firstBudgetMonth(tree) ?? firstOfMonth(current, -monthsWithoutBudget);
    const first = start < current ? start : current;
    const last = firstOfMonth(current, monthsAhead);
    const source = await readBudgetSource(ctx, [tree], { first, last });
    const months = monthsOf(first, last).map((month) => budgetMonth(tree, month, today, source));
    const toDate = (since: string) => serializeToDate(sumToDate(months, since, today));
    return {
      currency: await currencyOf(ctx, row.workspace_token),
      complete_through: source.completeThrough,
      unconverted_currencies: source.unconverted,
      month_to_date: toDate(current),
      year_to_date: toDate(`${today.slice(0, 4)}-01-01`),
      total_to_date: toDate(first),
      months: months.map(serializeMonth),
    };
  },
});

function monthsOf(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = firstOfMonth(month, 1)) months.push(month);
  return months;
}

const serializeToDate = ({ amount, spend }: ToDate) => ({
  amount: decimalText(amount)!,
  spend: decimalText(spend),
  percent_used: percentOf(spend, amount),
});
