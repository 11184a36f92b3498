import bidiFactory, { type Bidi } from 'bidi-js';

// The package declares a default export, but exports the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The library takes the script of a text, and so its direction, from the first character that has one. */
const arabicLetterMark = '\u061c';

/** A character of two code units that was turned around with the text. */
const turnedPair = /([\udc00-\udfff])([\ud800-\udbff])/g;

/**
 * A text as the PDF library needs it. Where it meets Arabic or Hebrew letters, it joins them in the order in which they
 * are read and then turns the whole line around. What is read from left to right within such a line, such as a
 * name in Latin letters or a number, has to be turned around before: `أكمي Acme 12` becomes `أكمي 21 emcA`.
 */
export function inPrintingOrder(text: string): string {
  if (!rightToLeft.test(text)) return text;
  const seen = bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, 'rtl'));
  const turned = seen.split('').toReversed().join('');
  return arabicLetterMark + turned.replaceAll(turnedPair, '$2$1');
}
