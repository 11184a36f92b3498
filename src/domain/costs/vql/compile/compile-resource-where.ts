import { print, type Sql } from '../../../../platform/store/sql.js';
import type { Filter } from '../check/check-filter.js';
import { type Expression, isLogical } from '../check/expression.js';
import type { AccessScope } from './access-scope.js';
import { compileCondition, type CompileTarget } from './compile-condition.js';
import { joinConditions } from './join-conditions.js';
import { postgresDialect } from './postgres-dialect.js';
import type { RowSource } from './row-source.js';

/**
 * Compiles a resource filter for PostgreSQL, which holds the resource inventory. The condition
 * starts with the access guard and has placeholders `$1`, `$2`, ... for the values.
 */
export function compileResourceWhere(
  filter: Filter | null,
  scope: Pick<AccessScope, 'integrationTokens'>,
  source: RowSource,
): { where: string; values: readonly unknown[] } {
  const dialect = postgresDialect;
  const guard = dialect.isIn(source.integration, scope.integrationTokens);
  if (!filter) return bindPlaceholders(guard);
  const condition = compileUnweighted(filter.expression, {
    source,
    dialect,
    knownTagValues: undefined,
  });
  return bindPlaceholders(joinConditions('AND', [guard, condition]));
}

/** A value that was bound once and is used twice, such as a key, has one placeholder. */
function bindPlaceholders(condition: Sql): { where: string; values: readonly unknown[] } {
  const values: unknown[] = [];
  const placeholders = new Map<object, string>();
  const where = print(condition, (bound) => {
    const placeholder = placeholders.get(bound) ?? `$${values.push(bound.value)}::${bound.type}`;
    placeholders.set(bound, placeholder);
    return placeholder;
  });
  return { where, values };
}

/** Resource filters have no allocation, so every row counts in full. */
function compileUnweighted(expression: Expression, target: CompileTarget): Sql {
  if (!isLogical(expression)) return compileCondition(expression, target);
  const conditions = expression.operands.map((operand) => compileUnweighted(operand, target));
  return joinConditions(expression.type === 'and' ? 'AND' : 'OR', conditions);
}
