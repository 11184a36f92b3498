import { quote } from '../syntax/quotes.js';
import type { Filter } from './check-filter.js';
import { type Expression, isLogical, type PairTest } from './expression.js';
import type { TagTest, TextTest, ValueTest } from './expression.js';

/** The canonical text of a filter: filters that differ only in spelling have the same one. */
export function printFilter({ expression }: Filter): string {
  if (expression.type !== 'or') return printTopLevel(expression);
  return expression.operands.map(printTopLevel).join(' OR ');
}

function printTopLevel(expression: Expression): string {
  // Tag tests with values have their own parentheses, which are not doubled.
  const hasParentheses = expression.type === 'tag' && expression.values.length > 0;
  return hasParentheses ? print(expression) : `(${print(expression)})`;
}

function print(expression: Expression): string {
  switch (expression.type) {
    case 'and':
    case 'or':
      return expression.operands.map(printNested).join(` ${expression.type.toUpperCase()} `);
    case 'field': {
      const { field, key, test } = expression;
      return printTest(key === null ? field.name : printKey(field.name, key), test);
    }
    case 'provider':
      return printTest(expression.field.name, expression.test);
    case 'marketplace':
      return `costs.marketplace ${expression.operator} ${expression.value}`;
    case 'comparison': {
      const { field, key, operator, value } = expression;
      return `${printKey(field.name, key)} ${operator} ${quote(value.text)}`;
    }
    case 'tag':
      return printTag(expression);
    case 'pairs':
      return printPairs(expression);
    case 'allocation':
      return `costs.allocation = ${expression.share}`;
  }
}

function printNested(expression: Expression): string {
  return isLogical(expression) ? `(${print(expression)})` : print(expression);
}

function printTag({ names, values }: TagTest): string {
  const alternatives = names.map((test) => printTest('tags.name', test)).join(' OR ');
  if (values.length === 0) return alternatives;
  const name = names.length > 1 ? `(${alternatives})` : alternatives;
  return `(${[name, ...values.map(printValue)].join(' AND ')})`;
}

function printValue(value: ValueTest): string {
  if (value.type === 'test') return printTest('tags.value', value);
  return `(${value.operands.map(printValue).join(` ${value.type.toUpperCase()} `)})`;
}

function printPairs({ negated, pairs }: PairTest): string {
  const list = pairs.map(([name, value]) => `(${quote(name)}, ${quote(value)})`).join(', ');
  return `(tags.name, tags.value) ${negated ? 'NOT IN' : 'IN'} (${list})`;
}

function printTest(operand: string, { operator, values }: TextTest): string {
  switch (operator) {
    case 'IS NULL':
      return `${operand} = NULL`;
    case 'IS NOT NULL':
      return `${operand} != NULL`;
    case 'IN':
    case 'NOT IN':
      return `${operand} ${operator} (${values.map(quote).join(', ')})`;
    default:
      return `${operand} ${operator} ${values.map(quote).join('')}`;
  }
}

function printKey(name: string, key: string): string {
  return `${name}->>${quote(key)}`;
}
