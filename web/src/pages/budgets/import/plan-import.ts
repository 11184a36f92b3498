import type { Schemas } from '../../../api/types.js';
import type { CsvBudget } from './read-budget-csv.js';

type Budget = Schemas['Budget'];

/** What is done with a budget of a file. */
export interface ImportStep extends CsvBudget {
  /** The budget whose periods are replaced; undefined for a new one. */
  existing: Budget | undefined;
  /** Names of its children in the file. */
  children: string[];
}

export interface ImportPlan {
  /** Children before their parents. */
  steps: ImportStep[];
  /** Existing budgets that get further children, which are not in the file themselves. */
  parents: { budget: Budget; children: string[] }[];
  problems: string[];
}

/** How a file changes the budgets of a workspace, and what stands against it. */
export function planImport(
  rows: readonly CsvBudget[],
  budgets: readonly Budget[],
  overwrites: boolean,
): ImportPlan {
  const named = (name: string) => budgets.filter((budget) => budget.name === name);
  const names = new Set(rows.map(({ name }) => name));
  const childrenOf = (name: string) =>
    rows.filter(({ parent }) => parent === name).map((row) => row.name);
  const steps = rows.map((row) => ({
    ...row,
    existing: named(row.name)[0],
    children: childrenOf(row.name),
  }));
  const outside = [...new Set(rows.map(({ parent }) => parent))].filter(
    (parent) => parent !== '' && !names.has(parent),
  );
  return {
    steps: childrenFirst(steps),
    parents: outside.flatMap((name) => {
      const [budget] = named(name);
      return budget ? [{ budget, children: childrenOf(name) }] : [];
    }),
    problems: [
      ...rows.flatMap((row) => rowProblems(row, named(row.name), overwrites)),
      ...rows.flatMap(({ line, parent }) =>
        outside.includes(parent) ? parentProblems(line, parent, named(parent)) : [],
      ),
    ],
  };
}

function rowProblems(
  { line, name }: CsvBudget,
  existing: readonly Budget[],
  overwrites: boolean,
): string[] {
  if (existing.length === 0) return [];
  if (existing.length > 1) return [`Line ${line}: there are several budgets named “${name}”.`];
  return overwrites ? [] : [`Line ${line}: there is a budget named “${name}” already.`];
}

function parentProblems(line: number, name: string, found: readonly Budget[]): string[] {
  if (found.length === 0) return [`Line ${line}: there is no budget named “${name}”.`];
  if (found.length > 1) return [`Line ${line}: there are several budgets named “${name}”.`];
  return found[0]!.periods.length > 0
    ? [`Line ${line}: the parent “${name}” must have no amounts.`]
    : [];
}

/** Parents are created with their children, so these must exist before. */
function childrenFirst(steps: readonly ImportStep[]): ImportStep[] {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const ordered = new Set<ImportStep>();
  const visit = (step: ImportStep, above: ReadonlySet<ImportStep>) => {
    if (above.has(step)) return;
    for (const child of step.children) visit(byName.get(child)!, new Set([...above, step]));
    ordered.add(step);
  };
  for (const step of steps) visit(step, new Set());
  return [...ordered];
}
