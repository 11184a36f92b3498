import { readFileSync } from 'node:fs';

/** Written by scripts/make-invoice-font.py. */
const read = (name: string) => readFileSync(new URL(`fonts/${name}`, import.meta.url));

export type Weight = 'regular' | 'semibold';

/** What Inter lacks is printed in one weight: Chinese, Japanese, Korean, Arabic, Hebrew, emoji. */
export type FontName = Weight | 'more-scripts';

const files: Record<FontName, string> = {
  regular: 'inter-regular.ttf',
  semibold: 'inter-semibold.ttf',
  'more-scripts': 'more-scripts.ttf',
};

const loaded = new Map<FontName, Buffer>();

/** A font of PDF files, read once. */
export function pdfFont(name: FontName): Buffer {
  const font = loaded.get(name) ?? read(files[name]);
  loaded.set(name, font);
  return font;
}
