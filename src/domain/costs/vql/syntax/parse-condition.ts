import type { Operator } from './operators.js';
import { parseList, parseLiteral, parseValue, toPath } from './parse-value.js';
import { unquote } from './quotes.js';
import type { Condition, Literal } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

type Test = Pick<Condition, 'operator' | 'operatorOffset' | 'values'>;

const singleValueSymbols: readonly Operator[] = ['<', '>', '<=', '>=', '~*', '!~*'];

/** Parses `namespace.field`, an optional key, and an operator with its values. */
export function parseCondition(tokens: TokenReader): Condition {
  const path = toPath(tokens.expectType('path', 'a condition'));
  const key = tokens.accept('->>') ? tokens.expectType('text', 'a key in single quotes') : null;
  return { type: 'condition', path, key: key && unquote(key.raw), ...parseTest(tokens) };
}

function parseTest(tokens: TokenReader): Test {
  const operatorOffset = tokens.peek().offset;
  if (tokens.accept('=')) return parseEquality(tokens, operatorOffset, '=', 'IS NULL');
  if (tokens.accept('!=') ?? tokens.accept('<>')) {
    return parseEquality(tokens, operatorOffset, '!=', 'IS NOT NULL');
  }
  if (tokens.accept('IS')) return parseNullTest(tokens, operatorOffset);
  if (tokens.accept('NOT')) return parseInOrLike(tokens, 'NOT IN', 'NOT LIKE', 'IN or LIKE');
  const operator = singleValueSymbols.find((symbol) => tokens.accept(symbol));
  if (operator) return { operator, operatorOffset, values: [parseValue(tokens)] };
  return parseInOrLike(tokens, 'IN', 'LIKE', 'an operator');
}

function parseEquality(
  tokens: TokenReader,
  operatorOffset: number,
  withValue: Operator,
  withNull: Operator,
): Test {
  const literal = parseLiteral(tokens);
  const operator = literal.type === 'null' ? withNull : withValue;
  return { operator, operatorOffset, values: [literal] };
}

function parseNullTest(tokens: TokenReader, operatorOffset: number): Test {
  const operator = tokens.accept('NOT') ? 'IS NOT NULL' : 'IS NULL';
  const { raw, offset } = tokens.accept('NULL') ?? tokens.throwUnexpected('NULL');
  const literal: Literal = { type: 'null', value: '', raw, offset };
  return { operator, operatorOffset, values: [literal] };
}

function parseInOrLike(
  tokens: TokenReader,
  inOperator: Operator,
  likeOperator: Operator,
  expected: string,
): Test {
  const operatorOffset = tokens.peek().offset;
  if (tokens.accept('IN')) {
    const values = parseList(tokens, () => parseValue(tokens));
    return { operator: inOperator, operatorOffset, values };
  }
  if (!tokens.accept('LIKE')) tokens.throwUnexpected(expected);
  return { operator: likeOperator, operatorOffset, values: [parseValue(tokens)] };
}
