const maxLevels = 10;

/** The children of each budget, in order. */
export type BudgetLinks = ReadonlyMap<string, readonly string[]>;

/** Why a budget cannot have these children, as a message for the caller; undefined if it can. */
export function findHierarchyProblem(
  links: BudgetLinks,
  budget: string,
  children: readonly string[],
): string | undefined {
  const changed = new Map([...links, [budget, children]]);
  const parents = parentsIn(changed);
  const seen = new Set<string>();
  const above = [budget];
  for (const token of above) {
    if (seen.has(token)) continue;
    seen.add(token);
    above.push(...(parents.get(token) ?? []));
  }
  // Of a cycle no budget is the top one, so the budget itself is checked too.
  const tops = [...seen].filter((token) => token === budget || !parents.has(token));
  for (const top of tops) {
    const problem = findTreeProblem(changed, top);
    if (problem) return problem;
  }
  return undefined;
}

/** Follows the children level by level; ends at the first budget that occurs twice. */
function findTreeProblem(links: BudgetLinks, top: string): string | undefined {
  const found = new Set([top]);
  let level = [top];
  for (let levels = 1; level.length > 0; levels += 1) {
    if (levels > maxLevels) return `child_budget_tokens has more than ${maxLevels} levels`;
    const next: string[] = [];
    for (const child of level.flatMap((token) => links.get(token) ?? [])) {
      if (found.has(child)) {
        return `child_budget_tokens: ${child} is already part of this hierarchy`;
      }
      found.add(child);
      next.push(child);
    }
    level = next;
  }
  return undefined;
}

function parentsIn(links: BudgetLinks): Map<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const [parent, children] of links) {
    for (const child of children) parents.set(child, [...(parents.get(child) ?? []), parent]);
  }
  return parents;
}
