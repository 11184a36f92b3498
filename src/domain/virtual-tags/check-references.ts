import { factsOf, type Filter } from '../vql/index.js';
import { isAllocating, type VirtualTagConfig, type VirtualTagResult } from './config.js';

/** A virtual tag that another one names. */
interface Reference {
  from: VirtualTagConfig;
  to: VirtualTagConfig;
  /** Where it stands, as in a request: `values[0].filter`. */
  path: string;
  /** A filter of a value that divides costs may name no virtual tag, not even a plain one. */
  inAllocation: boolean;
}

/**
 * Looks for references between the virtual tags of an account that cannot be worked out, and says
 * in one sentence what is wrong with the first. A tag that names its own key means the provider's.
 */
export function findReferenceProblem(configs: readonly VirtualTagConfig[]): string | undefined {
  const byKey = new Map(configs.map((config) => [config.key, config]));
  const references = configs.flatMap((config) => referencesOf(config, byKey));
  return references.map(problemOf).find(Boolean) ?? problemOfCycles(references);
}

function referencesOf(
  from: VirtualTagConfig,
  byKey: ReadonlyMap<string, VirtualTagConfig>,
): Reference[] {
  const named = (keys: readonly string[], path: string, inAllocation: boolean): Reference[] =>
    keys
      .filter((key) => key !== from.key && byKey.has(key))
      .map((key) => ({ from, to: byKey.get(key)!, path, inAllocation }));
  return [
    ...from.values.flatMap(({ filter, result }, index) => [
      ...named(keysOf(filter), `values[${index}].filter`, result.kind !== 'name'),
      ...ofCostMetric(result, `values[${index}].cost_metric`, named),
    ]),
    ...from.collapsed.flatMap(({ filter }, index) =>
      named(keysOf(filter), `collapsed_tag_keys[${index}].filter`, false),
    ),
  ];
}

function ofCostMetric(
  result: VirtualTagResult,
  path: string,
  named: (keys: readonly string[], path: string, inAllocation: boolean) => Reference[],
): Reference[] {
  if (result.kind !== 'cost_metric') return [];
  return [
    ...named(keysOf(result.filter), `${path}.filter`, true),
    ...named([result.tag], `${path}.aggregation.tag`, false),
  ];
}

const keysOf = (filter: Filter | null) => (filter ? factsOf(filter).tagKeys : []);

function problemOf({ from, to, path, inAllocation }: Reference): string | undefined {
  const what = `${path} of ${from.key} names the virtual tag ${to.key}`;
  if (isAllocating(to)) return `${what}, which divides costs; name a tag that does not`;
  if (inAllocation) return `${what}, which a value that divides costs cannot; name a provider tag`;
  return undefined;
}

function problemOfCycles(references: readonly Reference[]): string | undefined {
  const nextOf = (key: string) => references.filter(({ from }) => from.key === key);
  const settled = new Set<string>();
  /** Depth first; `way` is how the key was reached. */
  const visit = (key: string, way: readonly string[]): string | undefined => {
    if (way.includes(key)) return sentenceOf([...way.slice(way.indexOf(key)), key]);
    if (settled.has(key)) return undefined;
    for (const { to } of nextOf(key)) {
      const problem = visit(to.key, [...way, key]);
      if (problem) return problem;
    }
    settled.add(key);
    return undefined;
  };
  return references.map(({ from }) => visit(from.key, [])).find(Boolean);
}

const sentenceOf = (cycle: readonly string[]) =>
  `The virtual tags ${cycle.join(' -> ')} name each other in a circle; take one of these filters out`;
