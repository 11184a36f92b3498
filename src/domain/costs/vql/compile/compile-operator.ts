import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { TextTest } from '../check/expression.js';
import { toSqlPattern } from '../check/like-pattern.js';
import { isNegated } from '../check/text-test.js';
import type { Dialect } from './dialect.js';
import { joinConditions } from './join-conditions.js';

/**
 * Compiles a test of a value that is not NULL, such as a tag value. A positive test also works for
 * values that may be NULL, because unknown counts as false everywhere.
 */
export function compileOperator(operand: Sql, test: TextTest, dialect: Dialect): Sql {
  const { operator, values } = test;
  const [value = ''] = values;
  switch (operator) {
    case '=':
    case '!=':
      return sql`${operand} ${sql.raw(operator)} ${dialect.bindText(value)}`;
    case 'IN':
      return dialect.isIn(operand, distinct(values));
    case 'NOT IN':
      return dialect.isNotIn(operand, distinct(values));
    case 'LIKE':
    case 'NOT LIKE':
      return sql`${operand} ${sql.raw(operator)} ${dialect.bindText(toSqlPattern(value))}`;
    case 'IS NULL':
    case 'IS NOT NULL':
      return sql`${operand} ${sql.raw(operator)}`;
    case '~*':
    case '!~*':
      throw new Error(`${operator} must be replaced with IN before it is compiled`);
  }
}

/**
 * Compiles a test of a field that may be NULL, over the SQL of each of its spellings. A positive
 * test must match one of them; a negative test must match all, and NULL matches it.
 */
export function compileColumnTest(
  spellings: readonly Sql[],
  test: TextTest,
  dialect: Dialect,
): Sql {
  const conditions = spellings.map((spelling) => {
    const condition = compileOperator(spelling, test, dialect);
    return isNegated(test) ? sql`(${spelling} IS NULL OR ${condition})` : condition;
  });
  const needsAll = isNegated(test) || test.operator === 'IS NULL';
  return joinConditions(needsAll ? 'AND' : 'OR', conditions);
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
