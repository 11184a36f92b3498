import { expect, test } from 'vitest';
import { csvLine, CsvError, parseCsv } from './csv.js';

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
    'Windows and old Mac line ends',
    'a,b\r\n1,2\r3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['quotes, commas and line breaks in cells', '"a ""b""","x,\ny"\n', [['a "b"', 'x,\ny']]],
  [
    'empty cells at the end',
    'a,\n,\n',
    [
      ['a', ''],
      ['', ''],
    ],
  ],
  ['a byte order mark and blank lines', '\uFEFFa\n\n  \nb', [['a'], ['b']]],
  ['nothing', '', []],
])('%s', (_name, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test('quotes that do not match are refused with their line', () => {
  expect(() => parseCsv('a,b\n"c,d\ne,f')).toThrow(new CsvError(2));
  expect(() => parseCsv('a\nb"c"\n')).toThrow('line 2');
});

test('a line that is written can be read again', () => {
  const cells = ['Tag:a,"b"', 'x\ny', '', 'plain'];
  expect(parseCsv(csvLine(cells))).toEqual([cells]);
});
