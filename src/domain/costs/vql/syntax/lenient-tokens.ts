import { whitespace } from './characters.js';

type LenientTokenType = 'space' | 'literal' | 'quoted' | 'path' | 'word' | 'number' | 'other';

/** A token of a text that may not be a valid filter yet. */
export interface LenientToken {
  type: LenientTokenType;
  text: string;
  /** Where it starts in the original text. */
  offset: number;
}

/** Unlike the tokens of the parser these cover any input, including values in other quotes. */
const patterns: readonly (readonly [LenientTokenType, RegExp])[] = [
  ['space', new RegExp(`${whitespace}+`, 'y')],
  ['literal', /'[^']*(?:''[^']*)*'(?!')/y],
  ['quoted', /"[^"]*"|`[^`]*`|[\u201c-\u201f][^\u201c-\u201f]*[\u201c-\u201f]/y],
  ['quoted', /[\u2018-\u201b][^\u2018-\u201b]*[\u2018-\u201b]/y],
  ['path', /[A-Za-z]\w*\.[A-Za-z]\w*/y],
  ['word', /[A-Za-z]\w*/y],
  ['number', /\d+(?:\.\d+)?|\.\d+/y],
  ['other', /!=|<=|>=|<>|==|[^]/y],
];

const wholeInQuotes = new RegExp(`^(${whitespace}*")[^"]*("${whitespace}*)$`);

/** Splits any text into tokens; double quotes around the whole text are left out. */
export function tokenizeLeniently(original: string): LenientToken[] {
  const wrapped = wholeInQuotes.exec(original);
  const start = wrapped?.[1]?.length ?? 0;
  const end = original.length - (wrapped?.[2]?.length ?? 0);
  const tokens: LenientToken[] = [];
  for (let offset = start; offset < end;) {
    const token = tokenAt(original, offset);
    tokens.push(token);
    offset += token.text.length;
  }
  return tokens;
}

function tokenAt(original: string, offset: number): LenientToken {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = offset;
    const text = pattern.exec(original)?.[0];
    if (text !== undefined) return { type, text, offset };
  }
  throw new Error(`no token at offset ${offset}`);
}
