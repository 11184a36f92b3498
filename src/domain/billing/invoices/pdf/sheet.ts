import PdfWriter from 'pdfkit';
import { type Weight, invoiceFonts } from './fonts.js';

/** Size of A4 in points, and the area that is printed. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 48,
  right: 547.28,
  top: 48,
  bottom: 778,
};

export const colors = {
  text: '#1c2430',
  muted: '#5b6675',
  rule: '#d9dee5',
  header: '#f3f5f8',
  accent: '#1f4e8c',
};

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  width?: number;
  align?: 'left' | 'right';
  lineGap?: number;
  /** Figures of one width, so that amounts below each other are aligned. */
  tabular?: boolean;
  /** Cuts a text that is longer than one line. */
  oneLine?: boolean;
}

/** What is printed in place of a character that the fonts lack. */
const replacement = '?';

/** The pages of an invoice, with a position that moves down. Positions are in points from the top left. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  y = page.top;
  /** Whether a character was printed as a placeholder. */
  hasReplacements = false;
  readonly #known = new Map<string, boolean>();

  constructor(info: { title: string; author: string; created: Date }) {
    const { title, author, created } = info;
    this.doc = new PdfWriter({
      size: [page.width, page.height],
      // Pages are broken here, never by the library.
      margin: 0,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      // Bytes must not depend on when they are written.
      info: {
        Title: title,
        Author: author,
        Creator: 'Farthing',
        Producer: 'Farthing',
        CreationDate: created,
        ModDate: created,
      },
    });
    for (const [name, font] of Object.entries(invoiceFonts())) this.doc.registerFont(name, font);
  }

  /** Prints a text that wraps within its width, and returns its height. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    const { color = colors.text } = style;
    const printed = this.printable(text);
    const height = this.heightOf(text, style);
    this.doc.fillColor(color).text(printed, x, y, this.#options(style));
    return height;
  }

  heightOf(text: string, style: TextStyle = {}): number {
    const { size = 9, weight = 'regular' } = style;
    this.doc.font(weight).fontSize(size);
    return this.doc.heightOfString(this.printable(text), this.#options(style));
  }

  /** A horizontal line. */
  rule(y: number, { left = page.left, right = page.right, color = colors.rule, width = 0.6 } = {}) {
    this.doc.moveTo(left, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = page.top;
  }

  /** Whether something of a height fits on this page. */
  hasRoom(height: number): boolean {
    return this.y + height <= page.bottom;
  }

  /** A text without characters that the fonts cannot print. */
  printable(text: string): string {
    const clean = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    return Array.from(clean)
      .map((character) => (this.#isKnown(character) ? character : replacement))
      .join('');
  }

  #isKnown(character: string): boolean {
    const known = this.#known.get(character) ?? hasGlyph(this.doc, character);
    this.#known.set(character, known);
    if (!known) this.hasReplacements = true;
    return known;
  }

  #options(style: TextStyle): PDFKit.Mixins.TextOptions {
    const { width = page.right - page.left, align = 'left', lineGap = 1.5, size = 9 } = style;
    return {
      width,
      align,
      lineGap,
      features: style.tabular ? ['kern', 'tnum'] : ['kern'],
      ...(style.oneLine && { height: size, ellipsis: true }),
    };
  }
}

interface EmbeddedFont {
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

function hasGlyph(doc: PDFKit.PDFDocument, character: string): boolean {
  doc.font('regular');
  const { _font: current } = doc as unknown as { _font: EmbeddedFont };
  return current.font.hasGlyphForCodePoint(character.codePointAt(0)!);
}
