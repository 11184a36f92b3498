import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseQueryString, pickQuery, splitCsvLine } from './query-string.js';

const schema = z.object({
  q: z.string().optional(),
  tokens: z.array(z.string()).optional(),
  'settings[amortize]': z.string().optional(),
});
const pick = (query: string) => pickQuery(schema, parseQueryString(`/v2/x?${query}`));

test.each([
  ['tokens=a,b', ['a', 'b']],
  ['tokens=a&tokens=b', ['a', 'b']],
  ['tokens[]=a&tokens%5B%5D=b', ['a', 'b']],
  ['tokens=a&tokens[]=b,c&tokens=d', ['a', 'b,c', 'd']],
  ['tokens=%22a,b%22,c', ['a,b', 'c']],
  ['tokens=+a+,,b+', ['a', 'b']],
])('%s is the list %j', (query, items) => {
  expect(pick(query)).toEqual({ tokens: items });
});

test('scalars take the last value; blank, undefined and null are absent', () => {
  expect(pick('q=a&q=b')).toEqual({ q: 'b' });
  for (const nothing of ['q=', 'q', 'q=undefined', 'q=null', 'tokens=', 'unknown=1']) {
    expect(pick(nothing)).toEqual({});
  }
});

test('plus and %20 are blanks, brackets arrive encoded', () => {
  expect(pick('q=a+b%20c%2Bd&settings%5Bamortize%5D=true')).toEqual({
    q: 'a b c+d',
    'settings[amortize]': 'true',
  });
});

test('bad encoding and NUL are refused', () => {
  for (const bad of ['q=%', 'q=%ff', 'q=%00']) expect(() => pick(bad)).toThrow(/percent-encoded/);
});

test('a text that is no CSV line is cut at its commas', () => {
  expect(splitCsvLine('"a,b')).toEqual(['"a', 'b']);
  expect(splitCsvLine('"a ""b""",c')).toEqual(['a "b"', 'c']);
});
