import { api } from '../../../api/client.js';
import { budgetPath, budgetsPath } from '../../../features/budgets/budget.js';
import type { ImportPlan, ImportStep } from './plan-import.js';

/** Stores the budgets of a file one after the other; `onStored` is told each name. */
export async function runImport(
  { steps, parents }: ImportPlan,
  workspace: string | undefined,
  onStored: (name: string) => void,
): Promise<void> {
  const tokens = new Map<string, string>();
  const tokensOf = (names: readonly string[]) => names.map((name) => tokens.get(name)!);
  for (const step of steps) {
    tokens.set(step.name, await store(step, tokensOf(step.children), workspace));
    onStored(step.name);
  }
  for (const { budget, children } of parents) {
    const all = [...new Set([...budget.child_budget_tokens, ...tokensOf(children)])];
    await api.put(budgetPath, {
      path: { budget_token: budget.token },
      body: { child_budget_tokens: all },
    });
    onStored(budget.name);
  }
}

async function store(
  { name, existing, periods }: ImportStep,
  children: string[],
  workspace: string | undefined,
): Promise<string> {
  const amounts = children.length > 0 ? {} : { periods };
  if (!existing) {
    const body = { name, workspace_token: workspace, child_budget_tokens: children, ...amounts };
    return (await api.post(budgetsPath, { body })).token;
  }
  const all = [...new Set([...existing.child_budget_tokens, ...children])];
  await api.put(budgetPath, {
    path: { budget_token: existing.token },
    body: children.length > 0 ? { child_budget_tokens: all } : amounts,
  });
  return existing.token;
}
