import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../../platform/kernel/context.js';
import { firstOfMonth } from '../../../platform/lib/days.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  type BudgetMonth,
  budgetMonth,
  budgets,
  readBudgetSource,
  readBudgetTrees,
} from '../budgets/index.js';
import type { AttentionItem } from './attention-item.js';

const maxBudgets = 1000;

/** Budgets of this month that are over or at risk. */
export async function findBudgets(ctx: Context, workspace: string): Promise<AttentionItem[]> {
  const page = { number: 1, limit: maxBudgets, offset: 0 };
  const { rows } = await budgets.rows.list(ctx, page, [
    sql<SqlBool>`workspace_token = ${workspace}`,
  ]);
  if (rows.length === 0) return [];
  const trees = await readBudgetTrees(
    ctx.db,
    ctx.actor.accountToken,
    rows.map(({ token }) => token),
  );
  const today = formatDate(ctx.now);
  const month = firstOfMonth(today);
  const source = await readBudgetSource(ctx, trees, { first: month, last: month });
  const { currency } = await ctx.db
    .selectFrom('workspaces')
    .select('currency')
    .where('token', '=', workspace)
    .executeTakeFirstOrThrow();
  return trees.flatMap((tree) => {
    const figures = budgetMonth(tree, month, today, source);
    if (figures.state !== 'over' && figures.state !== 'at_risk') return [];
    return {
      kind: figures.state === 'over' ? ('budget_over' as const) : ('budget_at_risk' as const),
      token: tree.token,
      title: tree.name,
      amount: excessOf(figures),
      currency,
      date: null,
      count: 1,
    };
  });
}

/** What is spent, or is expected to be, beyond the budget; null where a budget is at risk without a forecast. */
function excessOf({ state, amount, spend, forecast }: BudgetMonth): string | null {
  const expected = state === 'over' ? spend : forecast;
  return expected && amount && formatDecimal(expected.minus(amount).toFixed());
}
