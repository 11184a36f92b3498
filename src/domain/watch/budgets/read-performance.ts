import type { Context } from '../../../platform/kernel/context.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type PerformanceSlot, computePerformance, performanceMonths } from './performance.js';
import { readBudgetTrees } from './read-budgets.js';
import { readBudgetSource } from './read-figures.js';

/** The performance of a budget; months that are not complete count with their forecast. */
export async function readPerformance(
  ctx: Context,
  token: string,
): Promise<(PerformanceSlot | null)[]> {
  const today = formatDate(ctx.now);
  const [tree] = await readBudgetTrees(ctx.db, ctx.actor.accountToken, [token]);
  const months = tree ? performanceMonths(tree, today) : [];
  if (!tree || months.length === 0) return [];
  const source = await readBudgetSource(ctx, [tree], { first: months.at(-1)!, last: months[0]! });
  return computePerformance(
    tree,
    today,
    (report, month) => source.forecastOf(report, month)?.amount ?? source.spendOf(report, month),
  );
}
