import type { CostStore } from '../store/clickhouse/cost-store.js';
import { compileWhere, factsOf, type Filter, QueryParameters, type Scope } from '../vql/index.js';
import type { CostCondition } from './cost-query.js';
import { type ChargeView, costSource } from './cost-source.js';
import { readTagValuesOf } from './known-values.js';

/** The filters that a question is under. */
export interface AskedFilters {
  /** Filters on one provider narrow each other, filters on different ones add up. */
  combined: readonly Filter[];
  /** Narrows what the combined ones leave. */
  within?: Filter;
}

const kubernetes = new Set(['kubernetes', 'kubernetes_agent', 'opencost']);

/** Compiles filters over the costs in scope; the scope is part of the condition. */
export async function costCondition(
  store: CostStore,
  scope: Scope,
  { combined, within }: AskedFilters,
  view: ChargeView,
): Promise<CostCondition> {
  const all = [...combined, ...(within ? [within] : [])];
  const facts = all.map(factsOf);
  const parameters = new QueryParameters();
  const query = {
    source: costSource(view),
    parameters,
    knownTagValues: await knownValues(store, scope, facts),
  };
  const sets = combined.length > 0 && within ? [combined, [within]] : [all];
  const compiled = sets.map((filters) => compileWhere(filters, scope, query));
  const weights = compiled.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  return {
    sql: compiled.map(({ where }) => where).join(' AND '),
    weight: weights.length === 0 ? null : weights.reduce((a, b) => `toDecimal256(${a} * ${b}, 36)`),
    params: parameters.values,
    usesResources: facts.some(({ fields }) => fields.includes('costs.resource_id')),
    usesKubernetes: facts.some(({ providers }) =>
      providers?.some((provider) => kubernetes.has(provider)),
    ),
  };
}

/** A flexible match is worked out against the values that are there. */
async function knownValues(
  store: CostStore,
  scope: Scope,
  facts: readonly ReturnType<typeof factsOf>[],
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const wanted = facts.map(({ flexibleTagKeys }) => flexibleTagKeys);
  if (wanted.every((keys) => keys.length === 0)) return undefined;
  const keys = wanted.includes('all') ? 'all' : wanted.flat();
  return readTagValuesOf(store, scope, keys);
}
