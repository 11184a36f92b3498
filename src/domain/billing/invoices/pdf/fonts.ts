import { readFileSync } from 'node:fs';

/** Inter with Latin, Greek, Cyrillic and Vietnamese, written by scripts/make-invoice-font.py. */
const read = (name: string) => readFileSync(new URL(`fonts/${name}`, import.meta.url));

export type Weight = 'regular' | 'semibold';

let loaded: Record<Weight, Buffer> | undefined;

/** The fonts of invoices, read once. */
export function invoiceFonts(): Record<Weight, Buffer> {
  loaded ??= { regular: read('inter-regular.ttf'), semibold: read('inter-semibold.ttf') };
  return loaded;
}
