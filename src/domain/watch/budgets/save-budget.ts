import { lockAccount } from '../../../platform/auth/lock-account.js';
import type { Context } from '../../../platform/kernel/context.js';
import { replaceLinks } from '../../../platform/kernel/links.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { ApiError, DomainFailure, UnknownReference } from '../../../platform/lib/errors.js';
import { loadReport } from '../../reports/cost-reports/index.js';
import { budgets } from './budget.js';
import { findHierarchyProblem } from './hierarchy.js';
import { type StoredPeriod, haveOverlap } from './periods.js';
import { readBudgetLinks } from './read-budgets.js';

/** The report that a budget names by its own token or that of its segment. */
async function findReport(ctx: Context, token: string): Promise<Row<'cost_reports'>> {
  try {
    return await loadReport(ctx, token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new UnknownReference('Cost Report', 'cost_report_token', token);
  }
}

async function findChild(ctx: Context, token: string): Promise<Row<'budgets'>> {
  const child = await budgets.rows.find(ctx, token);
  if (!child) throw new UnknownReference('Budget', 'child_budget_tokens', token);
  return child;
}

interface BudgetBody {
  cost_report_token?: string;
  child_budget_tokens?: string[];
  periods?: StoredPeriod[];
}

/** The workspace of a new budget that follows from its children or its report. */
export async function workspaceOfBudget(
  { child_budget_tokens: [child] = [], cost_report_token: report }: BudgetBody,
  ctx: Context,
): Promise<string | undefined> {
  if (child !== undefined) return (await findChild(ctx, child)).workspace_token;
  return report === undefined ? undefined : (await findReport(ctx, report)).workspace_token;
}

/** Tokens of the children of a loaded budget. */
export function childrenOf(row: object = {}): string[] {
  const { child_budget_tokens: children = [] }: { child_budget_tokens?: string[] } = row;
  return children;
}

/** Report and periods of a budget; a budget with children has neither. */
export async function budgetColumns(
  body: BudgetBody,
  ctx: Context,
  workspace: string,
  children: readonly string[],
): Promise<Partial<Record<'cost_report_token' | 'names_segment' | 'periods', unknown>>> {
  if (children.length > 0) {
    return { cost_report_token: null, names_segment: false, periods: '[]' };
  }
  const { cost_report_token: named, periods } = body;
  if (periods && haveOverlap(periods)) throw new DomainFailure(['periods overlap']);
  const report = named === undefined ? undefined : await findReport(ctx, named);
  if (report && report.workspace_token !== workspace) {
    throw new UnknownReference('Cost Report', 'cost_report_token', named!);
  }
  return {
    ...(report && { cost_report_token: report.token, names_segment: report.token !== named }),
    ...(periods && { periods: JSON.stringify(periods) }),
  };
}

/** Throws unless the caller sees all children and they are in the workspace of the budget. */
export async function requireChildren(
  ctx: Context,
  workspace: string,
  children: readonly string[],
): Promise<void> {
  for (const token of new Set(children)) {
    const child = await findChild(ctx, token);
    if (child.workspace_token !== workspace) {
      throw new UnknownReference('Budget', 'child_budget_tokens', token);
    }
  }
}

/** Replaces the children of a budget; hierarchies are checked one after the other. */
export async function replaceChildren(
  ctx: Context,
  budget: string,
  children: readonly string[],
): Promise<boolean> {
  if (children.length > 0) {
    const { accountToken } = ctx.actor;
    await lockAccount(ctx.db, accountToken);
    const links = await readBudgetLinks(ctx.db, accountToken);
    const problem = findHierarchyProblem(links, budget, [...new Set(children)]);
    if (problem) throw new DomainFailure([problem]);
  }
  return replaceLinks(ctx.db, 'budget_children', {
    owner: { budget_token: budget },
    column: 'child_budget_token',
    tokens: children,
  });
}
