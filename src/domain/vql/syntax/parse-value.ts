import { refuse } from './filter-error.js';
import { limits } from './limits.js';
import type { Literal, Path } from './syntax-tree.js';
import type { TokenReader } from './token-reader.js';
import type { Token } from './tokenize.js';

export function pathOf({ raw, offset }: Token): Path {
  const [namespace = '', field = ''] = raw.toLowerCase().split('.');
  return { namespace, field, raw, offset };
}

export function unquote(raw: string): string {
  return raw.slice(1, -1).replaceAll("''", "'");
}

/** Reads one value; NULL is none and gets an error of its own. */
export function readValue(tokens: TokenReader): Literal {
  const literal = readLiteral(tokens);
  if (literal.type === 'null') {
    refuse('null_not_allowed', literal.offset, 'NULL is not allowed here, expected a value');
  }
  return literal;
}

/** Reads one value or NULL. */
export function readLiteral(tokens: TokenReader): Literal {
  const { type, raw, offset } = tokens.peek();
  if (type === 'text') return { type, value: unquote(tokens.take().raw), raw, offset };
  if (type === 'number') return { type, value: tokens.take().raw, raw, offset };
  if (tokens.takeIf('TRUE')) return { type: 'boolean', value: 'true', raw, offset };
  if (tokens.takeIf('FALSE')) return { type: 'boolean', value: 'false', raw, offset };
  if (tokens.takeIf('NULL')) return { type: 'null', value: '', raw, offset };
  return tokens.refuseNext('a value in single quotes');
}

/** Reads `(item, item, ...)`. */
export function readList<Item>(tokens: TokenReader, readItem: () => Item): Item[] {
  tokens.openParenthesis("'(' to open the list");
  const items: Item[] = [];
  do {
    if (items.length === limits.listValues) {
      const detail = `a list has more than ${limits.listValues} values`;
      refuse('limit', tokens.peek().offset, detail);
    }
    items.push(readItem());
  } while (tokens.takeIf(','));
  tokens.closeParenthesis("',' or ')'");
  return items;
}
