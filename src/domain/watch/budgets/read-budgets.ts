import type { Db } from '../../../platform/store/tables.js';
import type { BudgetLinks } from './hierarchy.js';
import type { BudgetTree } from './performance.js';
import { type StoredPeriod, closePeriods } from './periods.js';

/** Reads which budgets of an account are children of which. */
export async function readBudgetLinks(db: Db, account: string): Promise<BudgetLinks> {
  const rows = await db
    .selectFrom('budget_children as link')
    .innerJoin('budgets', 'budgets.token', 'link.budget_token')
    .select(['link.budget_token', 'link.child_budget_token'])
    .where('budgets.account_token', '=', account)
    .orderBy('link.id')
    .execute();
  const links = new Map<string, string[]>();
  for (const { budget_token: parent, child_budget_token: child } of rows) {
    links.set(parent, [...(links.get(parent) ?? []), child]);
  }
  return links;
}

/** Reads budgets with all their descendants, two queries in all. */
export async function readBudgetTrees(
  db: Db,
  account: string,
  tokens: readonly string[],
): Promise<BudgetTree[]> {
  const links = await readBudgetLinks(db, account);
  const needed = [...tokens];
  for (const token of needed) needed.push(...(links.get(token) ?? []));
  if (needed.length === 0) return [];
  const rows = await db
    .selectFrom('budgets')
    .select(['token', 'name', 'cost_report_token', 'periods'])
    .where('account_token', '=', account)
    .where('token', 'in', [...new Set(needed)])
    .execute();
  const byToken = new Map(rows.map((row) => [row.token, row]));
  const treeOf = (token: string): BudgetTree[] => {
    const row = byToken.get(token);
    if (!row) return [];
    const periods = closePeriods(row.periods as unknown as StoredPeriod[]);
    return [{ ...row, periods, children: (links.get(token) ?? []).flatMap(treeOf) }];
  };
  return tokens.flatMap(treeOf);
}
