import { readMonthlySpend } from '../domain/watch/budgets/index.js';
import { lastCompleteInterval } from '../domain/watch/cost-alerts/index.js';
import type { Context } from '../platform/kernel/context.js';
import { addDays, firstOfMonth } from '../platform/lib/days.js';
import { Decimal } from '../platform/lib/decimal.js';
import { formatDate } from '../platform/lib/time.js';
import { findByTitle } from './find-by-title.js';
import type { RunOperation } from './operation-runner.js';

/**
 * Creates a weekly report, a notification about the anomalies of BigQuery, whose spikes the history
 * contains, and a cost alert that fires, unless there is a report notification.
 */
export async function ensureNotifications(ctx: Context, run: RunOperation): Promise<void> {
  const existing = await ctx.db
    .selectFrom('report_notifications')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirst();
  if (existing) return;
  const providers = await findByTitle(ctx, 'cost_reports', 'All providers by month');
  const bigQuery = await findByTitle(ctx, 'cost_reports', 'BigQuery analysis');
  if (!providers || !bigQuery) return;
  const user_tokens = [ctx.actor.token];
  await run('createReportNotification', {
    title: 'Weekly costs',
    cost_report_token: providers,
    frequency: 'weekly',
    change: 'percentage',
    user_tokens,
  });
  await run('createAnomalyNotification', {
    cost_report_token: bigQuery,
    threshold: 100,
    user_tokens,
  });
  await createCostAlert(ctx, run, providers);
}

async function createCostAlert(ctx: Context, run: RunOperation, report: string): Promise<void> {
  const threshold = await readReachedThreshold(ctx, report);
  if (!threshold) return;
  const { email } = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('token', '=', ctx.actor.token)
    .executeTakeFirstOrThrow();
  await run('createCostAlert', {
    title: 'A provider changed from month to month',
    interval: 'month',
    unit_type: 'currency',
    threshold,
    report_tokens: [report],
    email_recipients: [email],
    workspace_token: ctx.actor.accountWorkspaces[0]!,
  });
  const { accountToken: account_token } = ctx.actor;
  await ctx.services.enqueue('evaluate-cost-alerts', { account_token }, ctx.db);
}

/**
 * An amount that the costs of a provider have changed by in the last complete month. Of the change of all
 * four together, at least one of them has a quarter; a fifth leaves room for rounding.
 */
async function readReachedThreshold(ctx: Context, report: string): Promise<number | undefined> {
  const today = formatDate(ctx.now);
  const range = { start: firstOfMonth(today, -3), end: today };
  const { byMonth, completeThrough: through } = await readMonthlySpend(ctx, report, range);
  if (through === null) return undefined;
  const yesterday = addDays(today, -1);
  const month = lastCompleteInterval('month', through < yesterday ? through : yesterday);
  const costsOf = (first: string) => byMonth.get(first) ?? new Decimal(0);
  const change = costsOf(month)
    .minus(costsOf(firstOfMonth(month, -1)))
    .abs();
  const threshold = change.dividedBy(5).toSignificantDigits(2, Decimal.ROUND_DOWN);
  return threshold.isZero() ? undefined : threshold.toNumber();
}
