import type { Filter } from '../check/check-filter.js';
import { clickhouse, isIn, type QueryParameters } from './clickhouse-dialect.js';
import { isFromProvider, type Target } from './compile-condition.js';
import type { KnownTagValues } from './compile-tags.js';
import { compileWeighted } from './compile-weighted.js';
import { factsOf } from '../check/filter-facts.js';
import { conjunction } from './join-conditions.js';
import type { LoadedRowSource } from './row-source.js';
import {
  type Branch,
  firstMatch,
  isWhole,
  product,
  type Weight,
  weightSql,
  whole,
} from './weight.js';

/** What the caller may see. Nothing in a filter can widen it. */
export interface Scope {
  /** Integrations of the account that are assigned to the workspace. */
  integrationTokens: readonly string[];
  /** Loads that are active for the account. */
  loadIds: readonly number[];
}

export interface CostQuery {
  source: LoadedRowSource;
  parameters: QueryParameters;
  /** Needed only when a filter uses `~*`; see `flexibleTagKeys` of its facts. */
  knownTagValues?: KnownTagValues;
}

export interface CompiledQuery {
  /** For WHERE: the access guard, and within it the filters. */
  where: string;
  /** SQL of a Decimal(76, 36) to multiply amounts and usage with; null when all rows count whole. */
  weight: string | null;
}

/**
 * Compiles all filters of one query over the cost store. Filters on the same provider narrow each
 * other, filters on different providers add up; without filters every row in scope matches.
 */
export function compileWhere(
  filters: readonly (Filter | null)[],
  scope: Scope,
  query: CostQuery,
): CompiledQuery {
  const { source, parameters } = query;
  const target = costTarget(query);
  const guard = [
    target.dialect.isAnyOf(source.integration, scope.integrationTokens),
    isIn(source.load, 'Array(UInt32)', scope.loadIds, parameters),
  ];
  const present = filters.filter((filter) => filter !== null);
  const { condition, weight } = combine(present, target, parameters);
  return {
    where: conjunction([...guard, condition]),
    weight: isWhole(weight) ? null : weightSql(weight, parameters),
  };
}

/**
 * The bare condition of one filter, for expressions inside a query that `compileWhere` guards:
 * the arms of a virtual tag or of a segment.
 */
export function compileMatch(filter: Filter, query: CostQuery): string {
  return compileWeighted(filter.expression, costTarget(query), query.parameters).condition;
}

/** SQL that is true for rows of one of these providers. */
export function compileProviders(keys: readonly string[], query: CostQuery): string {
  return isFromProvider(keys, costTarget(query));
}

function costTarget({ source, parameters, knownTagValues }: CostQuery): Target {
  return { source, dialect: clickhouse(parameters), knownTagValues };
}

/** Each filter speaks only about the providers it names; a row that none names is out. */
function combine(filters: readonly Filter[], target: Target, parameters: QueryParameters): Branch {
  const compiled = filters.map(({ expression }) => compileWeighted(expression, target, parameters));
  const [only] = compiled;
  if (!only) return { condition: 'true', weight: whole };
  if (compiled.length === 1) return only;
  const providers = filters.map(providersOf);
  const isNamed = isFromProvider([...new Set(providers.flat())], target);
  const applied = compiled.map((branch, index) => {
    const applies = isFromProvider(providers[index] ?? [], target);
    return {
      condition: `(NOT (${applies}) OR ${branch.condition})`,
      weight: onlyWhere(applies, branch.weight, parameters),
    };
  });
  return {
    condition: conjunction([isNamed, ...applied.map(({ condition }) => condition)]),
    weight: product(
      applied.map(({ weight }) => weight),
      parameters,
    ),
  };
}

function providersOf(filter: Filter): readonly string[] {
  const { providers } = factsOf(filter);
  if (!providers) throw new Error(`a ${filter.kind} filter cannot be combined with others`);
  return providers;
}

function onlyWhere(condition: string, weight: Weight, parameters: QueryParameters): Weight {
  if (isWhole(weight)) return weight;
  const otherwise = { condition: 'true', weight: whole };
  return firstMatch([{ condition, weight }, otherwise], parameters);
}
