import { isComparison } from './check-literal.js';
import type { TextTest } from './expression.js';
import type { Condition } from './syntax.js';

/** The test of a condition without what it is applied to. */
export function textTest({ operator, values }: Condition): TextTest {
  if (isComparison(operator)) throw new Error(`${operator} is not a test of text`);
  const isNullTest = operator === 'IS NULL' || operator === 'IS NOT NULL';
  return { type: 'test', operator, values: isNullTest ? [] : values.map(({ value }) => value) };
}
