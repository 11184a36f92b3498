import { parseList, parseValue, toPath } from './parse-value.js';
import { throwProblem } from './problem.js';
import type { Literal, PairCondition, Path } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

const shapeDetail = "expected (tags.name, tags.value) IN (('name', 'value'), ...)";

/** Parses `(tags.name, tags.value) [NOT] IN (('name', 'value'), ...)`. */
export function parsePairs(tokens: TokenReader): PairCondition {
  const { offset } = tokens.peek();
  tokens.openParenthesis('a condition');
  const name = parseExactPath(tokens, 'tags.name');
  tokens.advance();
  const value = parseExactPath(tokens, 'tags.value');
  tokens.closeParenthesis("')'");
  const negated = tokens.accept('NOT') !== null;
  if (tokens.isAt('LIKE')) tokens.throwAtNext('pair_shape', shapeDetail);
  if (!tokens.accept('IN')) tokens.throwUnexpected('IN or LIKE');
  const pairs = parseList(tokens, () => parsePair(tokens));
  return { type: 'pairs', name, value, negated, pairs, offset };
}

function parseExactPath(tokens: TokenReader, expected: string): Path {
  const token = tokens.expectType('path', expected);
  if (token.raw.toLowerCase() !== expected) throwProblem('pair_shape', token.offset, shapeDetail);
  return toPath(token);
}

function parsePair(tokens: TokenReader): readonly [Literal, Literal] {
  if (!tokens.isAt('(')) tokens.throwAtNext('pair_shape', shapeDetail);
  const { offset } = tokens.peek();
  const [name, value, ...others] = parseList(tokens, () => parseValue(tokens));
  if (!name || !value || others.length > 0) throwProblem('pair_shape', offset, shapeDetail);
  return [name, value];
}
