import type { Expression, TextTest } from './expression.js';

/** The values an expression fixes for a field: any row it matches has one of them. */
export type Pin = ReadonlySet<string> | null;

/** The pin of a field, or null when some matching row may have any value. */
export function pinOf(expression: Expression, fieldName: string): Pin {
  switch (expression.type) {
    case 'and':
      return intersect(expression.operands.map((operand) => pinOf(operand, fieldName)));
    case 'or':
      return unite(expression.operands.map((operand) => pinOf(operand, fieldName)));
    case 'field':
    case 'provider':
      return expression.field.name === fieldName ? pinOfTest(expression.test) : null;
    default:
      return null;
  }
}

function pinOfTest({ operator, values }: TextTest): Pin {
  return operator === '=' || operator === 'IN' ? new Set(values) : null;
}

export function intersect(pins: readonly Pin[]): Pin {
  const set = pins.filter((pin) => pin !== null);
  const [first, ...others] = set;
  if (!first) return null;
  return new Set([...first].filter((value) => others.every((pin) => pin.has(value))));
}

export function unite(pins: readonly Pin[]): Pin {
  const set = pins.filter((pin) => pin !== null);
  return set.length === pins.length ? new Set(set.flatMap((pin) => Array.from(pin))) : null;
}
