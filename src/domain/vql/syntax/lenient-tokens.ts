import { whiteSpace } from './characters.js';

type PieceType = 'space' | 'literal' | 'quoted' | 'path' | 'word' | 'number' | 'other';

/** A stretch of a text that may not be a valid filter yet. */
export interface Piece {
  type: PieceType;
  text: string;
  /** Where it began in the text as sent. */
  offset: number;
}

/** Unlike the tokens of a filter these accept any input, and values in any kind of quotes. */
const patterns: readonly (readonly [PieceType, RegExp])[] = [
  ['space', new RegExp(`${whiteSpace}+`, 'y')],
  ['literal', /'[^']*(?:''[^']*)*'(?!')/y],
  ['quoted', /"[^"]*"|`[^`]*`|[\u201c-\u201f][^\u201c-\u201f]*[\u201c-\u201f]/y],
  ['quoted', /[\u2018-\u201b][^\u2018-\u201b]*[\u2018-\u201b]/y],
  ['path', /[A-Za-z]\w*\.[A-Za-z]\w*/y],
  ['word', /[A-Za-z]\w*/y],
  ['number', /\d+(?:\.\d+)?|\.\d+/y],
  ['other', /!=|<=|>=|<>|==|[^]/y],
];

/** Cuts a text into pieces; a pair of double quotes around the whole of it is left out. */
export function cutIntoPieces(sent: string): Piece[] {
  const wrapped = wholeInQuotes.exec(sent);
  const start = wrapped?.[1]?.length ?? 0;
  const end = sent.length - (wrapped?.[2]?.length ?? 0);
  const pieces: Piece[] = [];
  for (let offset = start; offset < end;) {
    const piece = pieceAt(sent, offset);
    pieces.push(piece);
    offset += piece.text.length;
  }
  return pieces;
}

const wholeInQuotes = new RegExp(`^(${whiteSpace}*")[^"]*("${whiteSpace}*)$`);

function pieceAt(sent: string, offset: number): Piece {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = offset;
    const text = pattern.exec(sent)?.[0];
    if (text !== undefined) return { type, text, offset };
  }
  throw new Error(`no piece at offset ${offset}`);
}
