import { expect, test } from 'vitest';
import { normalizeForFlexibleMatch } from './flexible-match.js';

test.each([
  ['Web Shop', 'WEB-SHOP?'],
  ['web_shop', 'webShop'],
  ['Stra\u00dfe', 'STRASSE'],
  ['\u1e9e', 'ss'],
  ['\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2', '\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3'],
  ['\uff26\uff35\uff2c\uff2c', 'full'],
  ['\u0130', 'i\u0307'],
])('%s equals %s', (one, other) => {
  expect(normalizeForFlexibleMatch(one)).toBe(normalizeForFlexibleMatch(other));
});

test.each([
  ['Web Shop', 'Web Shops'],
  ['\u0131', 'i'],
  ['resume', 'r\u00e9sum\u00e9'],
])('%s differs from %s', (one, other) => {
  expect(normalizeForFlexibleMatch(one)).not.toBe(normalizeForFlexibleMatch(other));
});
