import { type Kind, rulesOf } from '../check/filter-kinds.js';
import { cutIntoPieces, type Piece } from './lenient-tokens.js';
import { findField } from '../check/schemas.js';

export interface CorrectedText {
  text: string;
  /** The offset in the text as sent of an offset in the corrected text. */
  sentOffset: (offset: number) => number;
}

type Correction = (pieces: readonly Piece[], kind: Kind) => readonly Piece[];

/** In this order: each builds on what those before it made regular. */
const corrections: readonly Correction[] = [
  singleSpaces,
  singleQuotes,
  singleEqualsSigns,
  withoutSemicolons,
  withoutWhere,
  withoutTrailingCommas,
  parenthesizedLists,
  quotedNumbers,
];

/** Repairs formatting slips that leave no doubt about the meaning; everything else stays as sent. */
export function correct(sent: string, kind: Kind): CorrectedText {
  let pieces: readonly Piece[] = cutIntoPieces(sent);
  for (const correction of corrections) pieces = correction(pieces, kind);
  const text = pieces.map((piece) => piece.text).join('');
  return { text, sentOffset: (offset) => sentOffset(pieces, offset, sent.length) };
}

function sentOffset(pieces: readonly Piece[], offset: number, end: number): number {
  let start = 0;
  for (const piece of pieces) {
    if (offset < start + piece.text.length) return piece.offset + (offset - start);
    start += piece.text.length;
  }
  return end;
}

function singleSpaces(pieces: readonly Piece[]): readonly Piece[] {
  return trim(pieces).map((piece) => (piece.type === 'space' ? { ...piece, text: ' ' } : piece));
}

function trim(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ type }) => type !== 'space');
  const last = pieces.findLastIndex(({ type }) => type !== 'space');
  return first < 0 ? [] : pieces.slice(first, last + 1);
}

/** Two literals side by side stay: as one text they would mean something else. */
function singleQuotes(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, index) => {
    const stands = isLiteral(pieces[index - 1]) || isLiteral(pieces[index + 1]);
    if (piece.type !== 'quoted' || stands) return piece;
    const content = piece.text.slice(1, -1).replaceAll("'", "''");
    return { ...piece, type: 'literal', text: `'${content}'` };
  });
}

function isLiteral(piece: Piece | undefined): boolean {
  return piece?.type === 'quoted' || piece?.type === 'literal';
}

function singleEqualsSigns(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) => (piece.text === '==' ? { ...piece, text: '=' } : piece));
}

function withoutSemicolons(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex(({ type, text }) => type !== 'space' && text !== ';');
  return pieces.slice(0, last + 1);
}

function withoutWhere(pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces;
  return first && isWord(first, 'WHERE') ? trim(pieces.slice(1)) : pieces;
}

function withoutTrailingCommas(pieces: readonly Piece[]): readonly Piece[] {
  const kept: Piece[] = [];
  for (const [piece, inList] of withListDepth(pieces)) {
    const last = kept.findLastIndex(({ type }) => type !== 'space');
    if (inList && piece.text === ')' && kept[last]?.text === ',') kept.splice(last);
    kept.push(piece);
  }
  return kept;
}

function parenthesizedLists(pieces: readonly Piece[]): readonly Piece[] {
  let afterIn = false;
  return pieces.flatMap((piece) => {
    const isBareList = afterIn && piece.type === 'literal';
    if (piece.type !== 'space') afterIn = isWord(piece, 'IN');
    return isBareList ? parenthesized(piece) : [piece];
  });
}

function parenthesized(piece: Piece): Piece[] {
  const open: Piece = { type: 'other', text: '(', offset: piece.offset };
  const close: Piece = { type: 'other', text: ')', offset: piece.offset + piece.text.length };
  return [open, piece, close];
}

function quotedNumbers(pieces: readonly Piece[], kind: Kind): readonly Piece[] {
  let takesText = false;
  let previous = '';
  return [...withListDepth(pieces)].map(([piece, inList]) => {
    if (piece.type === 'path') takesText = isTextPath(piece.text, kind);
    const isValue = inList || ['=', '!=', '<>'].includes(previous);
    if (piece.type !== 'space') previous = piece.text;
    const isSlip = piece.type === 'number' && isValue && takesText;
    return isSlip ? { ...piece, type: 'literal', text: `'${piece.text}'` } : piece;
  });
}

function isTextPath(path: string, kind: Kind): boolean {
  const [namespace = '', field = ''] = path.toLowerCase().split('.');
  const type = findField(rulesOf(kind).family, namespace, field)?.type;
  return type === 'text' || type === 'provider';
}

/** Each piece with whether it stands in the parentheses after IN, those included that close. */
function* withListDepth(pieces: readonly Piece[]): Generator<readonly [Piece, boolean]> {
  let depth = 0;
  let afterIn = false;
  for (const piece of pieces) {
    const opens = piece.text === '(' && (afterIn || depth > 0);
    if (opens) depth += 1;
    yield [piece, depth > 0];
    if (piece.text === ')' && depth > 0) depth -= 1;
    if (piece.type !== 'space') afterIn = isWord(piece, 'IN');
  }
}

function isWord(piece: Piece, word: string): boolean {
  return piece.type === 'word' && piece.text.toUpperCase() === word;
}
