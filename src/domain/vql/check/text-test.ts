import { isComparison } from './check-literal.js';
import type { TextTest } from './expression.js';
import { matchesLike } from './like-pattern.js';
import type { Condition } from '../syntax/syntax-tree.js';

/** The test of a condition without what it is applied to. */
export function textTest({ operator, values }: Condition): TextTest {
  if (isComparison(operator)) throw new Error(`${operator} is not a test of text`);
  const isNullTest = operator === 'IS NULL' || operator === 'IS NOT NULL';
  return { type: 'test', operator, values: isNullTest ? [] : values.map(({ value }) => value) };
}

/** Whether the test denies another that takes values. */
export function isNegation({ operator }: TextTest): boolean {
  return ['!=', 'NOT IN', 'NOT LIKE', '!~*'].includes(operator);
}

/** The test that a negation denies; any other test is itself. */
export function positiveOf(test: TextTest): TextTest {
  switch (test.operator) {
    case '!=':
      return { ...test, operator: '=' };
    case 'NOT IN':
      return { ...test, operator: 'IN' };
    case 'NOT LIKE':
      return { ...test, operator: 'LIKE' };
    default:
      return test;
  }
}

/** Whether a text known before any SQL runs satisfies `=`, `IN` or `LIKE`. */
export function satisfies(text: string, { operator, values }: TextTest): boolean {
  return operator === 'LIKE' ? matchesLike(values[0] ?? '', text) : values.includes(text);
}
