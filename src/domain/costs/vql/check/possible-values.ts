import type { Expression, TextTest } from './expression.js';

/** The values that a field can have in rows an expression matches; null when it can have any. */
export type PossibleValues = ReadonlySet<string> | null;

/** The values that a field can have in rows the expression matches. */
export function possibleValues(expression: Expression, fieldName: string): PossibleValues {
  switch (expression.type) {
    case 'and':
      return intersect(expression.operands.map((operand) => possibleValues(operand, fieldName)));
    case 'or':
      return unite(expression.operands.map((operand) => possibleValues(operand, fieldName)));
    case 'field':
    case 'provider':
      return expression.field.name === fieldName ? valuesOfTest(expression.test) : null;
    default:
      return null;
  }
}

function valuesOfTest({ operator, values }: TextTest): PossibleValues {
  return operator === '=' || operator === 'IN' ? new Set(values) : null;
}

/** The values allowed by all of these, as of operands joined with AND. */
export function intersect(all: readonly PossibleValues[]): PossibleValues {
  const [first, ...others] = all.filter((values) => values !== null);
  if (!first) return null;
  return new Set([...first].filter((value) => others.every((values) => values.has(value))));
}

/** The values allowed by any of these, as of operands joined with OR. */
export function unite(all: readonly PossibleValues[]): PossibleValues {
  const restricted = all.filter((values) => values !== null);
  if (restricted.length < all.length) return null;
  return new Set(restricted.flatMap((values) => Array.from(values)));
}
