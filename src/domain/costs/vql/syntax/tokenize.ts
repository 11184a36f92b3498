import { printableCharacter } from '../../../../platform/lib/source-text.js';
import { whitespace } from './characters.js';
import { throwProblem } from './problem.js';

export type TokenType = 'path' | 'word' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  type: TokenType;
  /** As written: `text` includes its quotes, `end` is empty. */
  raw: string;
  offset: number;
}

const identifier = '[A-Za-z][A-Za-z0-9_]*';

/** Matched in this order at each offset; longer symbols come before shorter ones. */
const patterns: readonly (readonly [TokenType | 'space', RegExp])[] = [
  ['space', new RegExp(`${whitespace}+`, 'y')],
  ['path', new RegExp(String.raw`${identifier}\.${identifier}`, 'y')],
  ['word', new RegExp(identifier, 'y')],
  // The lookahead keeps half of a doubled quote from closing the text.
  ['text', /'[^']*(?:''[^']*)*'(?!')/y],
  ['number', /\d+(?:\.\d+)?|\.\d+/y],
  ['symbol', /->>|!~\*|~\*|<=|>=|<>|!=|[=<>(),]/y],
];

const otherQuotes = /["`\u2018-\u201f]/;

/** Splits a filter into tokens, without whitespace. */
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
  return throwInvalidCharacter(text, offset);
}

function throwInvalidCharacter(text: string, offset: number): never {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (character === "'") {
    throwProblem('unterminated_string', offset, 'this text has no closing single quote');
  }
  if (otherQuotes.test(character)) {
    const detail = 'expected a value in single quotes, found another kind of quote';
    throwProblem('wrong_quotes', offset, detail);
  }
  throwProblem('bad_character', offset, `unexpected character ${printableCharacter(character)}`);
}
