import { showCharacter, whiteSpace } from './characters.js';
import { refuse } from './filter-error.js';

export type TokenType = 'path' | 'word' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  type: TokenType;
  /** As written; for `text` with its quotes, for `end` empty. */
  raw: string;
  offset: number;
}

const ident = '[A-Za-z][A-Za-z0-9_]*';

/** Tried in order at each offset; symbols longest first. */
const patterns: readonly (readonly [TokenType | 'space', RegExp])[] = [
  ['space', new RegExp(`${whiteSpace}+`, 'y')],
  ['path', new RegExp(String.raw`${ident}\.${ident}`, 'y')],
  ['word', new RegExp(ident, 'y')],
  // The look-ahead keeps a doubled quote from being taken for the closing one.
  ['text', /'[^']*(?:''[^']*)*'(?!')/y],
  ['number', /\d+(?:\.\d+)?|\.\d+/y],
  ['symbol', /->>|!~\*|~\*|<=|>=|<>|!=|[=<>(),]/y],
];

const otherQuotes = /["`\u2018-\u201f]/;

/** Cuts a filter into tokens. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    const token = tokenAt(text, offset);
    if (token.type !== 'space') tokens.push({ type: token.type, raw: token.raw, offset });
    offset += token.raw.length;
  }
  return tokens;
}

function tokenAt(text: string, offset: number) {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = offset;
    const raw = pattern.exec(text)?.[0];
    if (raw !== undefined) return { type, raw };
  }
  return refuseCharacter(text, offset);
}

function refuseCharacter(text: string, offset: number): never {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (character === "'") {
    refuse('unterminated_string', offset, 'this text has no closing single quote');
  }
  if (otherQuotes.test(character)) {
    const detail = 'expected a value in single quotes, found another kind of quote';
    refuse('wrong_quotes', offset, detail);
  }
  refuse('bad_character', offset, `unexpected character ${showCharacter(character)}`);
}
