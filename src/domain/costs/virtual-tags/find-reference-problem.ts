import { factsOf, type Filter } from '../vql/index.js';
import { isAllocating, type VirtualTag, type VirtualTagResult } from './virtual-tag.js';

/** A virtual tag that another one refers to. */
interface Reference {
  from: VirtualTag;
  to: VirtualTag;
  /** Path in the request: `values[0].filter`. */
  path: string;
  /** The filter of a value that allocates costs may not refer to any virtual tag. */
  inAllocation: boolean;
}

/**
 * Looks for references between the virtual tags of an account that cannot be evaluated, and describes
 * the first in one sentence. A tag that refers to its own key means the provider's tag.
 */
export function findReferenceProblem(tags: readonly VirtualTag[]): string | undefined {
  const byKey = new Map(tags.map((tag) => [tag.key, tag]));
  const references = tags.flatMap((tag) => referencesOf(tag, byKey));
  return references.map(describeProblem).find(Boolean) ?? describeCycle(references);
}

function referencesOf(from: VirtualTag, byKey: ReadonlyMap<string, VirtualTag>): Reference[] {
  const toKeys = (keys: readonly string[], path: string, inAllocation: boolean): Reference[] =>
    keys
      .filter((key) => key !== from.key && byKey.has(key))
      .map((key) => ({ from, to: byKey.get(key)!, path, inAllocation }));
  return [
    ...from.values.flatMap(({ filter, result }, index) => [
      ...toKeys(keysOf(filter), `values[${index}].filter`, result.kind !== 'name'),
      ...ofCostMetric(result, `values[${index}].cost_metric`, toKeys),
    ]),
    ...from.collapsed.flatMap(({ filter }, index) =>
      toKeys(keysOf(filter), `collapsed_tag_keys[${index}].filter`, false),
    ),
  ];
}

function ofCostMetric(
  result: VirtualTagResult,
  path: string,
  toKeys: (keys: readonly string[], path: string, inAllocation: boolean) => Reference[],
): Reference[] {
  if (result.kind !== 'cost_metric') return [];
  return [
    ...toKeys(keysOf(result.filter), `${path}.filter`, true),
    ...toKeys([result.tag], `${path}.aggregation.tag`, false),
  ];
}

const keysOf = (filter: Filter | null) => (filter ? factsOf(filter).tagKeys : []);

function describeProblem({ from, to, path, inAllocation }: Reference): string | undefined {
  const reference = `${path} of ${from.key} refers to the virtual tag ${to.key}`;
  if (isAllocating(to)) return `${reference}, which allocates costs; use a tag that does not`;
  if (inAllocation) {
    return `${reference}, which a value that allocates costs cannot; use a provider tag`;
  }
  return undefined;
}

function describeCycle(references: readonly Reference[]): string | undefined {
  const nextOf = (key: string) => references.filter(({ from }) => from.key === key);
  const visited = new Set<string>();
  /** Depth first; `path` holds the keys that lead to this one. */
  const visit = (key: string, path: readonly string[]): string | undefined => {
    if (path.includes(key)) return cycleMessage([...path.slice(path.indexOf(key)), key]);
    if (visited.has(key)) return undefined;
    for (const { to } of nextOf(key)) {
      const problem = visit(to.key, [...path, key]);
      if (problem) return problem;
    }
    visited.add(key);
    return undefined;
  };
  return references.map(({ from }) => visit(from.key, [])).find(Boolean);
}

const cycleMessage = (cycle: readonly string[]) =>
  `The virtual tags ${cycle.join(' -> ')} refer to each other in a cycle; remove one of these filters`;
