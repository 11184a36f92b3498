import { pathOf, readList, readLiteral, readValue, unquote } from './parse-value.js';
import type { Condition, Literal, Operator } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

type Test = Pick<Condition, 'operator' | 'operatorOffset' | 'values'>;

const singleValueSymbols: readonly Operator[] = ['<', '>', '<=', '>=', '~*', '!~*'];

/** Reads `namespace.field`, an optional key and the test after it. */
export function readCondition(tokens: TokenReader): Condition {
  const path = pathOf(tokens.takeType('path', 'a condition'));
  const key = tokens.takeIf('->>') ? tokens.takeType('text', 'a key in single quotes') : null;
  return { type: 'condition', path, key: key && unquote(key.raw), ...readTest(tokens) };
}

function readTest(tokens: TokenReader): Test {
  const operatorOffset = tokens.peek().offset;
  if (tokens.takeIf('=')) return readEquality(tokens, operatorOffset, '=', 'IS NULL');
  if (tokens.takeIf('!=') ?? tokens.takeIf('<>')) {
    return readEquality(tokens, operatorOffset, '!=', 'IS NOT NULL');
  }
  if (tokens.takeIf('IS')) return readNullTest(tokens, operatorOffset);
  if (tokens.takeIf('NOT')) return readWordTest(tokens, 'NOT IN', 'NOT LIKE', 'IN or LIKE');
  const operator = singleValueSymbols.find((symbol) => tokens.takeIf(symbol));
  if (operator) return { operator, operatorOffset, values: [readValue(tokens)] };
  return readWordTest(tokens, 'IN', 'LIKE', 'an operator');
}

function readEquality(
  tokens: TokenReader,
  operatorOffset: number,
  withValue: Operator,
  withNull: Operator,
): Test {
  const literal = readLiteral(tokens);
  const operator = literal.type === 'null' ? withNull : withValue;
  return { operator, operatorOffset, values: [literal] };
}

function readNullTest(tokens: TokenReader, operatorOffset: number): Test {
  const operator = tokens.takeIf('NOT') ? 'IS NOT NULL' : 'IS NULL';
  const { raw, offset } = tokens.takeIf('NULL') ?? tokens.refuseNext('NULL');
  const literal: Literal = { type: 'null', value: '', raw, offset };
  return { operator, operatorOffset, values: [literal] };
}

function readWordTest(
  tokens: TokenReader,
  inOperator: Operator,
  likeOperator: Operator,
  expected: string,
): Test {
  const operatorOffset = tokens.peek().offset;
  if (tokens.takeIf('IN')) {
    const values = readList(tokens, () => readValue(tokens));
    return { operator: inOperator, operatorOffset, values };
  }
  if (!tokens.takeIf('LIKE')) tokens.refuseNext(expected);
  return { operator: likeOperator, operatorOffset, values: [readValue(tokens)] };
}
