import { inflateRawSync } from 'node:zlib';
import { encodePng } from '../../../platform/lib/png.js';
import { chartFont } from './chart-font.js';

/** A color such as `#0b6e4f`. */
type Color = string;

/** A picture that rectangles and labels are drawn on: all that charts in e-mails need. */
export class Raster {
  readonly #pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: Color,
  ) {
    const channels = channelsOf(background);
    this.#pixels = new Uint8Array(width * height * 3).map((_, index) => channels[index % 3]!);
  }

  /** Edges between two pixels are smooth: each gets its share of the color. */
  rectangle(
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    color: Color,
  ): void {
    const channels = channelsOf(color);
    for (let row = Math.floor(y); row < y + height; row += 1) {
      const vertical = overlap(row, y, y + height);
      for (let column = Math.floor(x); column < x + width; column += 1) {
        this.#blend(column, row, channels, vertical * overlap(column, x, x + width));
      }
    }
  }

  /** Writes a line of text; `x` is its left end, center or right end, `y` its baseline. */
  text(
    label: string,
    x: number,
    y: number,
    color: Color,
    align: 'left' | 'center' | 'right' = 'left',
  ): void {
    const share = { left: 0, center: 0.5, right: 1 }[align];
    let left = Math.round(x - textWidth(label) * share);
    for (const character of label) {
      const glyph = glyphOf(character);
      this.#glyph(glyph, left - 1, Math.round(y) - chartFont.ascent, channelsOf(color));
      left += glyph.width - 2;
    }
  }

  toPng(): Buffer {
    return encodePng(this.width, this.height, this.#pixels);
  }

  #glyph({ width, alpha }: Glyph, left: number, top: number, channels: number[]): void {
    for (const [index, opacity] of alpha.entries()) {
      if (opacity === 0) continue;
      const [row, column] = [Math.floor(index / width), index % width];
      this.#blend(left + column, top + row, channels, opacity / 255);
    }
  }

  #blend(x: number, y: number, channels: readonly number[], opacity: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const offset = (y * this.width + x) * 3;
    for (let index = 0; index < 3; index += 1) {
      const below = this.#pixels[offset + index]!;
      this.#pixels[offset + index] = Math.round(below + (channels[index]! - below) * opacity);
    }
  }
}

/** How much of the pixel at `position` lies between two coordinates. */
const overlap = (position: number, from: number, to: number) =>
  Math.min(position + 1, to) - Math.max(position, from);

const channelsOf = (color: Color) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

interface Glyph {
  width: number;
  alpha: Uint8Array;
}

let cached: Glyph[] | undefined;

function glyphOf(character: string): Glyph {
  cached ??= readGlyphs();
  // Labels are numbers and English dates; anything else would show as a question mark.
  return cached[character.charCodeAt(0) - chartFont.first] ?? cached[63 - chartFont.first]!;
}

function readGlyphs(): Glyph[] {
  const alpha = inflateRawSync(Buffer.from(chartFont.alpha, 'base64'));
  let offset = 0;
  return chartFont.advances.map((advance) => {
    const width = advance + 2;
    const size = width * chartFont.height;
    offset += size;
    return { width, alpha: alpha.subarray(offset - size, offset) };
  });
}

/** The width of a label in pixels. */
export const textWidth = (label: string): number =>
  Array.from(label, (character) => glyphOf(character).width - 2).reduce(
    (sum, each) => sum + each,
    0,
  );
