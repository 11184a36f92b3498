import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine, CsvError, CsvReader, parseCsv } from './csv.js';

test.each<[string, string, string[][]]>([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'Windows and classic Mac line endings',
    'a,b\r\n1,2\r3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['quotes, commas and line breaks in cells', '"a ""b""","x,\ny"\n', [['a "b"', 'x,\ny']]],
  [
    'empty trailing cells',
    'a,\n,\n',
    [
      ['a', ''],
      ['', ''],
    ],
  ],
  ['a byte order mark and blank lines', '\uFEFFa\n\n  \nb', [['a'], ['b']]],
  ['an empty text', '', []],
])('%s', (_name, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test('unmatched quotes are rejected with their line number', () => {
  expect(() => parseCsv('a,b\n"c,d\ne,f')).toThrow(new CsvError(2));
  expect(() => parseCsv('a\nb"c"\n')).toThrow('line 2');
});

test('a formatted line parses to the same cells', () => {
  const cells = ['Tag:a,"b"', 'x\ny', '', 'plain'];
  expect(parseCsv(formatCsvLine(cells))).toEqual([cells]);
});

const parseInChunks = (text: string, size: number) => {
  const reader = new CsvReader();
  const rows = [];
  for (let at = 0; at < text.length; at += size)
    rows.push(...reader.push(text.slice(at, at + size)));
  return [...rows, ...reader.end()];
};

test('chunks of any size give the same rows and line numbers', () => {
  const text = '\uFEFFa,b\r\n"x ""y""\r\n,z",1\r\n\r\n2,3\r4,"5"\n6,7';
  const whole = parseInChunks(text, text.length);
  expect(whole.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7]);
  for (let size = 1; size < text.length; size += 1)
    expect(parseInChunks(text, size)).toEqual(whole);
});

test('any formatted cells parse to the same cells, in chunks of any size', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é') });
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 1, max: 20 }), (rows, size) => {
      const read = parseInChunks(rows.map(formatCsvLine).join(''), size).map(({ cells }) => cells);
      expect(read).toEqual(rows);
    }),
  );
});

test('an unclosed quote is rejected before the whole file is buffered', () => {
  const reader = new CsvReader();
  reader.push('a,b\n"');
  expect(() => {
    for (let chunk = 0; chunk < 40; chunk += 1) reader.push('x'.repeat(65_536));
  }).toThrow(new CsvError(2));
});
