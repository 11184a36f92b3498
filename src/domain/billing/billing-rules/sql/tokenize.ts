import { printableCharacter } from '../../../../platform/lib/source-text.js';
import { BillingSqlError } from './billing-sql-error.js';

type TokenType = 'column' | 'word' | 'quoted' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  type: TokenType;
  /** As written, with quotes. */
  raw: string;
  offset: number;
}

const quotedName = String.raw`"[^"]*(?:""[^"]*)*"`;
// A slash belongs to a name of the Cost and Usage Report; behind a name of costs it divides.
const awsName = String.raw`[a-z]\w*(?:\/[a-z]\w*)?`;

/** Matched in this order at each offset; longer symbols come before shorter ones. */
const patterns: readonly (readonly [TokenType | 'space', RegExp])[] = [
  ['space', /(?:\s|--[^\n]*)+/y],
  ['column', new RegExp(String.raw`costs\.(?:${quotedName}|[a-z]\w*)`, 'iy')],
  ['column', new RegExp(String.raw`[a-z]\w*\.(?:${quotedName}|${awsName})`, 'iy')],
  ['word', new RegExp(awsName, 'iy')],
  ['quoted', new RegExp(quotedName, 'y')],
  ['text', /'[^']*(?:''[^']*)*'/y],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?![\w.])/y],
  ['symbol', /\|\||<=|>=|<>|!=|[=<>(),;+\-*/]/y],
];

/** Splits a statement into tokens, without whitespace and comments. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    const { type, raw } = tokenAt(text, offset);
    if (type !== 'space') tokens.push({ type, raw, offset });
    offset += raw.length;
  }
  return tokens;
}

function tokenAt(text: string, offset: number) {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = offset;
    const raw = pattern.exec(text)?.[0];
    if (raw !== undefined) return { type, raw };
  }
  throw new BillingSqlError(text, offset, describeCharacter(text, offset));
}

function describeCharacter(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (character === "'" || character === '"')
    return `syntax error: this ${character} is not closed`;
  return `syntax error near ${printableCharacter(character)}`;
}

/** The content of a text or a quoted name, whose quotes are doubled inside it. */
export function unquote(raw: string): string {
  const quote = raw.slice(0, 1);
  return raw.slice(1, -1).replaceAll(quote + quote, quote);
}
