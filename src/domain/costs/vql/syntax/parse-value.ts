import { limits } from './limits.js';
import { throwProblem } from './problem.js';
import { unquote } from './quotes.js';
import type { Literal, Path } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';
import type { Token } from './tokenize.js';

/** The namespace and field of a path token, in lower case. */
export function toPath({ raw, offset }: Token): Path {
  const [namespace = '', field = ''] = raw.toLowerCase().split('.');
  return { namespace, field, raw, offset };
}

/** Parses a value; NULL is not one and has an error of its own. */
export function parseValue(tokens: TokenReader): Literal {
  const literal = parseLiteral(tokens);
  if (literal.type === 'null') {
    const detail = 'NULL is not allowed here, expected a value';
    throwProblem('null_not_allowed', literal.offset, detail);
  }
  return literal;
}

/** Parses a value or NULL. */
export function parseLiteral(tokens: TokenReader): Literal {
  const { type, raw, offset } = tokens.peek();
  if (type === 'text') return { type, value: unquote(tokens.advance().raw), raw, offset };
  if (type === 'number') return { type, value: tokens.advance().raw, raw, offset };
  if (tokens.accept('TRUE')) return { type: 'boolean', value: 'true', raw, offset };
  if (tokens.accept('FALSE')) return { type: 'boolean', value: 'false', raw, offset };
  if (tokens.accept('NULL')) return { type: 'null', value: '', raw, offset };
  return tokens.throwUnexpected('a value in single quotes');
}

/** Parses `(item, item, ...)`. */
export function parseList<Item>(tokens: TokenReader, parseItem: () => Item): Item[] {
  tokens.openParenthesis("'(' to open the list");
  const items: Item[] = [];
  do {
    if (items.length === limits.listValues) {
      const detail = `a list has more than ${limits.listValues} values`;
      throwProblem('limit', tokens.peek().offset, detail);
    }
    items.push(parseItem());
  } while (tokens.accept(','));
  tokens.closeParenthesis("',' or ')'");
  return items;
}
