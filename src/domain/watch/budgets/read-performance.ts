import type { Context } from '../../../platform/kernel/context.js';
import { firstOfMonth, lastOfMonth } from '../../../platform/lib/days.js';
import { Decimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type PerformanceSlot,
  computePerformance,
  performanceMonths,
  reportsOf,
} from './performance.js';
import { readBudgetTrees } from './read-budgets.js';
import { readMonthlySpend, readRestOfMonth } from './read-spend.js';

/** The performance of a budget; the current month counts with its forecast. One cost query per report. */
export async function readPerformance(
  ctx: Context,
  token: string,
): Promise<(PerformanceSlot | null)[]> {
  const today = formatDate(ctx.now);
  const [tree] = await readBudgetTrees(ctx.db, ctx.actor.accountToken, [token]);
  const months = tree ? performanceMonths(tree, today) : [];
  if (!tree || months.length === 0) return [];
  const range = { start: months.at(-1)!, end: lastOfMonth(months[0]!) };
  const spend = new Map<string, Map<string, Decimal>>();
  for (const report of reportsOf(tree)) {
    const { byMonth } = await readMonthlySpend(ctx, report, range);
    const current = firstOfMonth(today);
    if (months[0] === current) {
      const accrued = byMonth.get(current) ?? new Decimal(0);
      byMonth.set(current, accrued.plus(await readRestOfMonth(ctx, report)));
    }
    spend.set(report, byMonth);
  }
  return computePerformance(
    tree,
    today,
    (report, month) => spend.get(report)?.get(month) ?? new Decimal(0),
  );
}
