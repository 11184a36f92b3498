import { isComparison } from '../syntax/operators.js';
import type { Condition } from '../syntax/syntax-tree.js';
import type { TextTest } from './expression.js';
import { matchesLike } from './like-pattern.js';

/** The operator and values of a condition, without its field. */
export function toTextTest({ operator, values }: Condition): TextTest {
  if (isComparison(operator)) throw new Error(`${operator} is not a text operator`);
  const isNullTest = operator === 'IS NULL' || operator === 'IS NOT NULL';
  return { type: 'test', operator, values: isNullTest ? [] : values.map(({ value }) => value) };
}

/** Whether the test negates one of the tests that have values. */
export function isNegated({ operator }: TextTest): boolean {
  return ['!=', 'NOT IN', 'NOT LIKE', '!~*'].includes(operator);
}

/** The test that a negated one negates; any other test is returned as it is. */
export function withoutNegation(test: TextTest): TextTest {
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

/** Evaluates `=`, `IN` or `LIKE` on a text that is known at compile time. */
export function satisfies(text: string, { operator, values }: TextTest): boolean {
  return operator === 'LIKE' ? matchesLike(values[0] ?? '', text) : values.includes(text);
}
