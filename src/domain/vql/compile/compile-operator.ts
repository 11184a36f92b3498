import type { Dialect } from './dialect.js';
import type { TextTest } from '../check/expression.js';
import { join } from './join-conditions.js';
import { toSqlPattern } from '../check/like-pattern.js';
import { isNegation } from '../check/text-test.js';

/**
 * A test of a value that is there, such as that of a tag. A positive test is also right for a
 * value that may be NULL, because unknown counts as false everywhere.
 */
export function testPresent(operand: string, test: TextTest, dialect: Dialect): string {
  const { operator, values } = test;
  const [value = ''] = values;
  switch (operator) {
    case '=':
    case '!=':
      return `${operand} ${operator} ${dialect.text(value)}`;
    case 'IN':
      return dialect.isAnyOf(operand, distinct(values));
    case 'NOT IN':
      return dialect.isNoneOf(operand, distinct(values));
    case 'LIKE':
    case 'NOT LIKE':
      return `${operand} ${operator} ${dialect.text(toSqlPattern(value))}`;
    case 'IS NULL':
    case 'IS NOT NULL':
      return `${operand} ${operator}`;
    case '~*':
    case '!~*':
      throw new Error(`${operator} must become IN before it reaches SQL`);
  }
}

/**
 * A test of a column that may be NULL, in all its spellings. A positive test needs one spelling
 * to fit; a negative one needs none to fit its opposite, which an absent value never does.
 */
export function testColumn(spellings: readonly string[], test: TextTest, dialect: Dialect): string {
  const parts = spellings.map((spelling) => {
    const condition = testPresent(spelling, test, dialect);
    return isNegation(test) ? `(${spelling} IS NULL OR ${condition})` : condition;
  });
  const needsAll = isNegation(test) || test.operator === 'IS NULL';
  return join(needsAll ? 'AND' : 'OR', parts);
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
