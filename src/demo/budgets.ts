import { readMonthlySpend } from '../domain/watch/budgets/index.js';
import type { Context } from '../platform/kernel/context.js';
import { firstOfMonth, lastOfMonth } from '../platform/lib/days.js';
import { Decimal } from '../platform/lib/decimal.js';
import { formatDate } from '../platform/lib/time.js';
import { findByTitle } from './find-by-title.js';
import type { RunOperation } from './operation-runner.js';

/**
 * Creates a budget that is exceeded, one that is kept, their sum, and alerts on them, unless there are
 * budgets. Amounts follow from the costs, so that this holds for every size of the demo and on every day.
 */
export async function ensureBudgets(ctx: Context, run: RunOperation): Promise<void> {
  const existing = await ctx.db
    .selectFrom('budgets')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirst();
  if (existing) return;
  const sources = await findSources(ctx);
  if (!sources) return;
  const exceeded = await createExceeded(ctx, run, sources.segment);
  const kept = await createKept(ctx, run, sources.report);
  const { token: sum } = await run('createBudget', {
    name: 'Cloud',
    child_budget_tokens: [exceeded, kept],
  });
  const alert = (budget: string, threshold: number, fields: object = {}) =>
    run('createBudgetAlert', {
      budget_tokens: [budget],
      threshold,
      duration_in_days: null,
      user_tokens: [ctx.actor.token],
      ...fields,
    });
  await alert(exceeded, 80);
  await alert(exceeded, 100);
  await alert(kept, 90, { duration_in_days: 20, period_to_track: 'start_of_the_month' });
  await alert(sum, 100);
}

/** A report and the report of a segment; undefined if someone has deleted or renamed them. */
async function findSources(ctx: Context) {
  const report = await findByTitle(ctx, 'cost_reports', 'AWS services in production');
  const segment = await findByTitle(ctx, 'segments', 'Data');
  return report && segment ? { report, segment } : undefined;
}

/** A savings goal from this month on that is missed. */
async function createExceeded(ctx: Context, run: RunOperation, segment: string): Promise<string> {
  const { start, month, previous, current } = await readMonths(ctx, segment);
  const goal = current.isZero() ? previous.times('0.7') : current.times('0.85');
  const { token } = await run('createBudget', {
    name: 'Data',
    cost_report_token: segment,
    periods: [
      { start_at: start, end_at: lastOfMonth(month, -1), amount: rounded(previous.times('1.05')) },
      { start_at: month, end_at: null, amount: rounded(goal) },
    ],
  });
  return token;
}

async function createKept(ctx: Context, run: RunOperation, report: string): Promise<string> {
  const { start, previous } = await readMonths(ctx, report);
  const { token } = await run('createBudget', {
    name: 'AWS in production',
    cost_report_token: report,
    periods: [{ start_at: start, end_at: null, amount: rounded(previous.times('1.4')) }],
  });
  return token;
}

/** The costs of the previous month and of this one. */
async function readMonths(ctx: Context, report: string) {
  const today = formatDate(ctx.now);
  const month = firstOfMonth(today);
  const before = firstOfMonth(today, -1);
  const { byMonth } = await readMonthlySpend(ctx, report, { start: before, end: today });
  const costsOf = (first: string) => byMonth.get(first) ?? new Decimal(0);
  return {
    start: firstOfMonth(today, -5),
    month,
    previous: costsOf(before),
    current: costsOf(month),
  };
}

/** People plan in round figures. */
const rounded = (amount: Decimal): string => amount.toSignificantDigits(2).toFixed();
