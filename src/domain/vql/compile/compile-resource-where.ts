import type { Filter } from '../check/check-filter.js';
import type { Scope } from './compile-where.js';
import { compileLeaf, type Target } from './compile-condition.js';
import { join } from './join-conditions.js';
import type { Expression } from '../check/expression.js';
import { postgres, type PostgresValue } from './postgres-dialect.js';
import type { RowSource } from './row-source.js';

/**
 * Compiles a resource filter for PostgreSQL, where the inventory lies. The condition starts with
 * the access guard and has placeholders `$1`, `$2`, ... for the values.
 */
export function compileResourceWhere(
  filter: Filter | null,
  scope: Pick<Scope, 'integrationTokens'>,
  source: RowSource,
): { where: string; values: readonly PostgresValue[] } {
  const values: PostgresValue[] = [];
  const dialect = postgres(values);
  const guard = dialect.isAnyOf(source.integration, scope.integrationTokens);
  if (!filter) return { where: guard, values };
  const target = { source, dialect, knownTagValues: undefined };
  return { where: join('AND', [guard, compileExpression(filter.expression, target)]), values };
}

function compileExpression(expression: Expression, target: Target): string {
  if (expression.type !== 'and' && expression.type !== 'or') return compileLeaf(expression, target);
  const parts = expression.operands.map((operand) => compileExpression(operand, target));
  return join(expression.type === 'and' ? 'AND' : 'OR', parts);
}
