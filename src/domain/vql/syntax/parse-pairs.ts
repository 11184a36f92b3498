import { refuse } from './filter-error.js';
import { pathOf, readList, readValue } from './parse-value.js';
import type { Literal, PairCondition, Path } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';

const shape = "expected (tags.name, tags.value) IN (('name', 'value'), ...)";

/** Reads `(tags.name, tags.value) [NOT] IN (('name', 'value'), ...)`. */
export function readPairs(tokens: TokenReader): PairCondition {
  const { offset } = tokens.peek();
  tokens.openParenthesis('a condition');
  const name = readHeadName(tokens, 'tags.name');
  tokens.take();
  const value = readHeadName(tokens, 'tags.value');
  tokens.closeParenthesis("')'");
  const negated = tokens.takeIf('NOT') !== null;
  if (tokens.sees('LIKE')) tokens.refuseNextAs('pair_shape', shape);
  if (!tokens.takeIf('IN')) tokens.refuseNext('IN or LIKE');
  const pairs = readList(tokens, () => readPair(tokens));
  return { type: 'pairs', name, value, negated, pairs, offset };
}

function readHeadName(tokens: TokenReader, expected: string): Path {
  const token = tokens.takeType('path', expected);
  if (token.raw.toLowerCase() !== expected) refuse('pair_shape', token.offset, shape);
  return pathOf(token);
}

function readPair(tokens: TokenReader): readonly [Literal, Literal] {
  if (!tokens.sees('(')) tokens.refuseNextAs('pair_shape', shape);
  const { offset } = tokens.peek();
  const [name, value, ...others] = readList(tokens, () => readValue(tokens));
  if (!name || !value || others.length > 0) refuse('pair_shape', offset, shape);
  return [name, value];
}
