import { expect, test } from 'vitest';
import { inPrintingOrder } from './text-direction.js';

test.each([
  ['left to right', 'Acme 株式会社 (Tokyo) 🙂', 'Acme 株式会社 (Tokyo) 🙂'],
  ['right to left', 'شركة', '\u061cشركة'],
  ['a name and a number within', 'أكمي Acme 12', '\u061cأكمي 21 emcA'],
  ['a name before', 'Acme שלום', '\u061cemcA שלום'],
  ['brackets open on the right', 'שלום (אב)', '\u061cשלום )אב('],
  ['characters of two code units', 'שלום a🙂b', '\u061cשלום b🙂a'],
])('%s', (_name, text, printed) => {
  expect(inPrintingOrder(text)).toBe(printed);
});
