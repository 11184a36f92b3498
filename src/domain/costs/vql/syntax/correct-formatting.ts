import { type LenientToken, tokenizeLeniently } from './lenient-tokens.js';
import { quote } from './quotes.js';

export interface CorrectedText {
  text: string;
  /** Maps an offset in the corrected text to one in the original text. */
  originalOffset: (offset: number) => number;
}

/** Whether the field of a path takes text, so that a number after it needs quotes. */
type TakesText = (path: string) => boolean;

type Correction = (
  tokens: readonly LenientToken[],
  takesText: TakesText,
) => readonly LenientToken[];

/** The order matters: each correction relies on those before it. */
const corrections: readonly Correction[] = [
  collapseSpaces,
  useSingleQuotes,
  useSingleEqualsSigns,
  dropSemicolons,
  dropWhere,
  dropTrailingCommas,
  parenthesizeLists,
  quoteNumbers,
];

/** Corrects formatting mistakes whose meaning is unambiguous; everything else stays as it is. */
export function correctFormatting(original: string, takesText: TakesText): CorrectedText {
  let tokens: readonly LenientToken[] = tokenizeLeniently(original);
  for (const correct of corrections) tokens = correct(tokens, takesText);
  const text = tokens.map((token) => token.text).join('');
  return { text, originalOffset: (offset) => originalOffset(tokens, offset, original.length) };
}

function originalOffset(tokens: readonly LenientToken[], offset: number, end: number): number {
  let start = 0;
  for (const token of tokens) {
    if (offset < start + token.text.length) return token.offset + (offset - start);
    start += token.text.length;
  }
  return end;
}

function collapseSpaces(tokens: readonly LenientToken[]): readonly LenientToken[] {
  return trim(tokens).map((token) => (token.type === 'space' ? { ...token, text: ' ' } : token));
}

function trim(tokens: readonly LenientToken[]): readonly LenientToken[] {
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  return first < 0 ? [] : tokens.slice(first, last + 1);
}

/** Adjacent literals stay as they are: with single quotes they would read as one text. */
function useSingleQuotes(tokens: readonly LenientToken[]): readonly LenientToken[] {
  return tokens.map((token, index) => {
    const isAdjacent = isLiteral(tokens[index - 1]) || isLiteral(tokens[index + 1]);
    if (token.type !== 'quoted' || isAdjacent) return token;
    return { ...token, type: 'literal', text: quote(token.text.slice(1, -1)) };
  });
}

function isLiteral(token: LenientToken | undefined): boolean {
  return token?.type === 'quoted' || token?.type === 'literal';
}

function useSingleEqualsSigns(tokens: readonly LenientToken[]): readonly LenientToken[] {
  return tokens.map((token) => (token.text === '==' ? { ...token, text: '=' } : token));
}

function dropSemicolons(tokens: readonly LenientToken[]): readonly LenientToken[] {
  const last = tokens.findLastIndex(({ type, text }) => type !== 'space' && text !== ';');
  return tokens.slice(0, last + 1);
}

function dropWhere(tokens: readonly LenientToken[]): readonly LenientToken[] {
  const [first] = tokens;
  return first && isWord(first, 'WHERE') ? trim(tokens.slice(1)) : tokens;
}

function dropTrailingCommas(tokens: readonly LenientToken[]): readonly LenientToken[] {
  const remaining: LenientToken[] = [];
  for (const [token, isInList] of markLists(tokens)) {
    const last = remaining.findLastIndex(({ type }) => type !== 'space');
    if (isInList && token.text === ')' && remaining[last]?.text === ',') remaining.splice(last);
    remaining.push(token);
  }
  return remaining;
}

function parenthesizeLists(tokens: readonly LenientToken[]): readonly LenientToken[] {
  let isAfterIn = false;
  return tokens.flatMap((token) => {
    const isBareList = isAfterIn && token.type === 'literal';
    if (token.type !== 'space') isAfterIn = isWord(token, 'IN');
    return isBareList ? parenthesize(token) : [token];
  });
}

function parenthesize(token: LenientToken): LenientToken[] {
  const open: LenientToken = { type: 'other', text: '(', offset: token.offset };
  const close: LenientToken = {
    type: 'other',
    text: ')',
    offset: token.offset + token.text.length,
  };
  return [open, token, close];
}

function quoteNumbers(
  tokens: readonly LenientToken[],
  takesText: TakesText,
): readonly LenientToken[] {
  let isAfterTextField = false;
  let previous = '';
  return [...markLists(tokens)].map(([token, isInList]) => {
    if (token.type === 'path') isAfterTextField = takesText(token.text);
    const isValue = isInList || ['=', '!=', '<>'].includes(previous);
    if (token.type !== 'space') previous = token.text;
    const needsQuotes = token.type === 'number' && isValue && isAfterTextField;
    return needsQuotes ? { ...token, type: 'literal', text: quote(token.text) } : token;
  });
}

/** Each token with whether it is inside the parentheses after IN, including the closing one. */
function* markLists(
  tokens: readonly LenientToken[],
): Generator<readonly [token: LenientToken, isInList: boolean]> {
  let depth = 0;
  let isAfterIn = false;
  for (const token of tokens) {
    const opens = token.text === '(' && (isAfterIn || depth > 0);
    if (opens) depth += 1;
    yield [token, depth > 0];
    if (token.text === ')' && depth > 0) depth -= 1;
    if (token.type !== 'space') isAfterIn = isWord(token, 'IN');
  }
}

function isWord(token: LenientToken, word: string): boolean {
  return token.type === 'word' && token.text.toUpperCase() === word;
}
