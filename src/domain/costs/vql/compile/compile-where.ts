import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Filter } from '../check/check-filter.js';
import { factsOf } from '../check/filter-facts.js';
import type { AccessScope } from './access-scope.js';
import { clickhouseDialect, isInList } from './clickhouse-dialect.js';
import { compileProviderTest, type CompileTarget } from './compile-condition.js';
import { compileExpression } from './compile-expression.js';
import type { KnownTagValues } from './compile-tags.js';
import { allOf, isTrue } from './join-conditions.js';
import type { CostStoreSource } from './row-source.js';
import {
  firstMatchingWeight,
  fullWeight,
  isFullWeight,
  multiplyWeights,
  type Weight,
  type WeightedCondition,
  weightSql,
} from './weight.js';

/** What the filters of one query over the cost store are compiled with. */
export interface CompileContext {
  source: CostStoreSource;
  /** Only needed when a filter uses `~*`; see `flexibleTagKeys` of its facts. */
  knownTagValues?: KnownTagValues;
}

export interface CompiledWhere {
  /** For WHERE: the access guard and the filters. */
  where: Sql;
  /** SQL of a Decimal(76, 36) to multiply amounts and usage with; null when all rows count in full. */
  weight: Sql | null;
}

/**
 * Compiles all filters of one query over the cost store. Filters on the same provider narrow each
 * other, filters on different providers add up. Without filters every row in scope matches.
 */
export function compileWhere(
  filters: readonly (Filter | null)[],
  scope: AccessScope,
  context: CompileContext,
): CompiledWhere {
  const { source } = context;
  const target = toTarget(context);
  const guard = [
    target.dialect.isIn(source.integration, scope.integrationTokens),
    isInList(source.load, scope.loadIds, sql.bind('Array(UInt32)', scope.loadIds)),
  ];
  const present = filters.filter((filter) => filter !== null);
  const { condition, weight } = combineFilters(present, target);
  return {
    where: allOf([...guard, condition]),
    weight: isFullWeight(weight) ? null : weightSql(weight),
  };
}

/**
 * Compiles one filter without the access guard, for expressions inside a query that `compileWhere`
 * guards: the rules of a virtual tag or the filters of segments.
 */
export function compileMatch(filter: Filter, context: CompileContext): Sql {
  return compileExpression(filter.expression, toTarget(context)).condition;
}

/** SQL that is true for rows of one of these providers. */
export function compileProviders(keys: readonly string[], context: CompileContext): Sql {
  return compileProviderTest(keys, toTarget(context));
}

/** The rows and the dialect of a context. */
export function toTarget({ source, knownTagValues }: CompileContext): CompileTarget {
  return { source, dialect: clickhouseDialect, knownTagValues };
}

/** Each filter applies only to the providers it names; rows of other providers do not match. */
function combineFilters(filters: readonly Filter[], target: CompileTarget): WeightedCondition {
  const compiled = filters.map(({ expression }) => compileExpression(expression, target));
  const [only] = compiled;
  if (!only) return { condition: isTrue, weight: fullWeight };
  if (compiled.length === 1) return only;
  const providers = filters.map(requireProviders);
  const isNamed = compileProviderTest([...new Set(providers.flat())], target);
  const applied = compiled.map(({ condition, weight }, index) => {
    const applies = compileProviderTest(providers[index] ?? [], target);
    return {
      condition: sql`(NOT (${applies}) OR ${condition})`,
      weight: limitWeight(weight, applies),
    };
  });
  return {
    condition: allOf([isNamed, ...applied.map(({ condition }) => condition)]),
    weight: multiplyWeights(applied.map(({ weight }) => weight)),
  };
}

function requireProviders(filter: Filter): readonly string[] {
  const { providers } = factsOf(filter);
  if (!providers) throw new Error(`a ${filter.kind} filter cannot be combined with others`);
  return providers;
}

/** The weight for rows that satisfy the condition; other rows count in full. */
function limitWeight(weight: Weight, condition: Sql): Weight {
  if (isFullWeight(weight)) return weight;
  const otherwise = { condition: isTrue, weight: fullWeight };
  return firstMatchingWeight([{ condition, weight }, otherwise]);
}
