import { z } from 'zod';
import { backtestBudgetAlert, describePercentage } from '../../domain/watch/budget-alerts/index.js';
import { reportsOf, readBudgetTrees, readDailySpend } from '../../domain/watch/budgets/index.js';
import { date } from '../../platform/kernel/fields.js';
import { operation } from '../../platform/kernel/operation.js';
import { backtestRange } from '../../platform/lib/backtest-range.js';
import { firstOfMonth } from '../../platform/lib/days.js';
import { formatDecimal } from '../../platform/lib/decimal.js';
import { formatDate } from '../../platform/lib/time.js';
import { timingFields, timingOf, workspaceOf } from './budget-alerts.js';

const Day = z
  .object({
    date: z.string(),
    budget_token: z.string(),
    spend: z.string().describe('Accrued costs of the month through the day.'),
    amount: z.string().describe('Budget of the month.'),
    percent_used: z.string().nullable().describe('Cut to two places; null for a budget of 0.'),
  })
  .meta({ id: 'BudgetAlertBacktestDay' });

export const backtestBudgetAlerts = operation({
  id: 'backtestBudgetAlert',
  tag: 'BudgetAlerts',
  method: 'POST',
  path: '/v2/budget_alerts/backtest',
  summary: 'List the days on which a budget alert would have reported something; stores nothing',
  body: z
    .object({
      ...timingFields,
      start_date: date().optional().describe('By default 90 days before the last one.'),
      end_date: date().optional().describe('Yesterday by default.'),
    })
    .meta({ id: 'backtestBudgetAlert' }),
  status: 200,
  errors: [400],
  readsOnly: true,
  response: z
    .object({
      start_date: z.string(),
      end_date: z.string(),
      days: z.array(Day).describe('In order; one per budget and month at most.'),
    })
    .meta({ id: 'BudgetAlertBacktest' }),
  run: async ({ body }, ctx) => {
    const range = backtestRange(body, formatDate(ctx.now));
    // Throws for budgets that the caller cannot see.
    await workspaceOf(ctx, body.budget_tokens);
    const budgets = await readBudgetTrees(ctx.db, ctx.actor.accountToken, body.budget_tokens);
    const costs = new Map<string, Awaited<ReturnType<typeof readDailySpend>>>();
    for (const report of new Set(budgets.flatMap(reportsOf))) {
      const read = { start: firstOfMonth(range.start), end: range.end };
      costs.set(report, await readDailySpend(ctx, report, read));
    }
    const rule = timingOf(body, undefined);
    const days = budgets.flatMap((budget) =>
      backtestBudgetAlert(rule, budget, costs, range).map(({ day, spend, amount }) => ({
        date: day,
        budget_token: budget.token,
        spend: formatDecimal(spend.toFixed()),
        amount: formatDecimal(amount.toFixed()),
        percent_used: describePercentage(spend, amount),
      })),
    );
    return {
      start_date: range.start,
      end_date: range.end,
      days: days.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    };
  },
});
