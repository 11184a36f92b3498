import PdfWriter from 'pdfkit';
import { type FontName, type Weight, pdfFont } from './fonts.js';
import { inPrintingOrder } from './text-direction.js';

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

/** The pages of a file, with a position that moves down. Positions are in points from the top left. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  y = page.top;
  /** Whether a character was printed as a placeholder. */
  hasReplacements = false;
  readonly #known = new Map<string, boolean>();
  readonly #registered = new Set<FontName>();

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
  }

  /** Prints a text that wraps within its width, and returns its height. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    const { color = colors.text } = style;
    const height = this.heightOf(text, style);
    this.doc.fillColor(color).text(this.#prepare(text, style), x, y, this.#options(style));
    return height;
  }

  heightOf(text: string, style: TextStyle = {}): number {
    return this.doc.heightOfString(this.#prepare(text, style), this.#options(style));
  }

  /** A horizontal line. */
  rule(y: number, { left = page.left, right = page.right, color = colors.rule, width = 0.6 } = {}) {
    this.doc.moveTo(left, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = page.top;
  }

  /** The name of the file and the number of the page, on each page. Printed last, when all pages are there. */
  footers(name: string, note = ''): void {
    const { start, count } = this.doc.bufferedPageRange();
    const style = { size: 7.5, color: colors.muted };
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      this.rule(796);
      this.text(name, page.left, 803, { ...style, width: 400, oneLine: true });
      if (note) this.text(note, page.left, 814, { ...style, width: 400 });
      const label = `Page ${index + 1} of ${count}`;
      this.text(label, page.right - 100, 803, { ...style, width: 100, align: 'right' });
    }
  }

  /** Whether something of a height fits on this page. */
  hasRoom(height: number): boolean {
    return this.y + height <= page.bottom;
  }

  /** Chooses one font for a text, so that it wraps as a whole, and returns what of the text is printed. */
  #prepare(text: string, { size = 9, weight = 'regular' }: TextStyle): string {
    const clean = withoutFormatting(text);
    const characters = Array.from(clean);
    const isInter = characters.every((character) => this.#has('regular', character));
    const font = isInter ? weight : 'more-scripts';
    this.#useFont(font);
    this.doc.fontSize(size);
    if (isInter) return clean;
    const known = characters.map((each) => (this.#has(font, each) ? each : replacement)).join('');
    if (known !== clean) this.hasReplacements = true;
    return inPrintingOrder(known);
  }

  /** Registers a font when it is first used, because that of more scripts has five megabytes. */
  #useFont(name: FontName): void {
    if (!this.#registered.has(name)) this.doc.registerFont(name, pdfFont(name));
    this.#registered.add(name);
    this.doc.font(name);
  }

  #has(name: FontName, character: string): boolean {
    const key = `${name} ${character}`;
    const known = this.#known.get(key) ?? this.#hasGlyph(name, character);
    this.#known.set(key, known);
    return known;
  }

  #hasGlyph(name: FontName, character: string): boolean {
    this.#useFont(name);
    const { _font: current } = this.doc as unknown as { _font: EmbeddedFont };
    return current.font.hasGlyphForCodePoint(character.codePointAt(0)!);
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

/** Characters that only choose how the one before them looks, or in which direction a text is read. */
const invisible = /[\u200b\u200e\u200f\u2060]|[\ufe00-\ufe0f]/g;

const withoutFormatting = (text: string) =>
  text.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim();
