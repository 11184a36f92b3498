import type { Filter } from '../check/check-filter.js';
import { type Expression, isLogical } from '../check/expression.js';
import type { AccessScope } from './access-scope.js';
import { compileCondition, type CompileTarget } from './compile-condition.js';
import { joinConditions } from './join-conditions.js';
import { postgresDialect, type PostgresValue } from './postgres-dialect.js';
import type { RowSource } from './row-source.js';

/**
 * Compiles a resource filter for PostgreSQL, which holds the resource inventory. The condition
 * starts with the access guard and has placeholders `$1`, `$2`, ... for the values.
 */
export function compileResourceWhere(
  filter: Filter | null,
  scope: Pick<AccessScope, 'integrationTokens'>,
  source: RowSource,
): { where: string; values: readonly PostgresValue[] } {
  const values: PostgresValue[] = [];
  const dialect = postgresDialect(values);
  const guard = dialect.isIn(source.integration, scope.integrationTokens);
  if (!filter) return { where: guard, values };
  const condition = compileUnweighted(filter.expression, {
    source,
    dialect,
    knownTagValues: undefined,
  });
  return { where: joinConditions('AND', [guard, condition]), values };
}

/** Resource filters have no allocation, so every row counts in full. */
function compileUnweighted(expression: Expression, target: CompileTarget): string {
  if (!isLogical(expression)) return compileCondition(expression, target);
  const conditions = expression.operands.map((operand) => compileUnweighted(operand, target));
  return joinConditions(expression.type === 'and' ? 'AND' : 'OR', conditions);
}
