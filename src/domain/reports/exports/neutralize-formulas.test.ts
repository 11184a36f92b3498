import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { formatCsvLine, parseCsv } from '../../../platform/lib/csv.js';
import { neutralizeFormulas } from './neutralize-formulas.js';

/** Neutralizes a text that arrives in chunks of a size. */
async function neutralize(text: string, chunkSize = 1000): Promise<string> {
  const content = Buffer.from(text);
  const chunks = [];
  for (let at = 0; at < content.length; at += chunkSize) {
    chunks.push(content.subarray(at, at + chunkSize));
  }
  const table = neutralizeFormulas({ columns: [], lines: Readable.from(chunks) });
  return (await buffer(table.lines)).toString();
}

test.each([
  ['=1+1', "'=1+1"],
  ['"=HYPERLINK(""http://x"")"', '"\'=HYPERLINK(""http://x"")"'],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['-', "'-"],
  ['-1+cmd', "'-1+cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['"\r=1"', '"\'\r=1"'],
  [`-${'1'.repeat(200)}x`, `'-${'1'.repeat(200)}x`],
])('%j becomes %j', async (cell, expected) => {
  expect(await neutralize(`${cell}\n`)).toBe(`${expected}\n`);
  expect(await neutralize(`a,${cell},b\n${cell}`)).toBe(`a,${expected},b\n${expected}`);
});

test.each(['-1.50', '+2', '"-0.000001"', '-1e-7', 'a=b', '"a ""=b"', '', '""', '"""=x"'])(
  '%j stays as it is',
  async (cell) => {
    expect(await neutralize(`${cell},${cell}\r\n${cell}`)).toBe(`${cell},${cell}\r\n${cell}`);
  },
);

test('the result does not depend on the chunks, and is the same CSV otherwise', async () => {
  const cells = ['=1', 'x,=2', 'a"b', '-3', '-3-', '@\n=4', '', '\t', '+5e1', 'ü=', '-"'];
  const lines = cells.map((cell, at) => formatCsvLine([cell, cells.at(at - 3)!, cell])).join('');
  const whole = await neutralize(lines);
  for (let size = 1; size < 20; size += 1) expect(await neutralize(lines, size)).toBe(whole);
  const neutral = (cell: string) =>
    /^[=+\-@\t\r\n]/.test(cell) && !/^[+-]\d+(e\d+)?$/.test(cell) ? `'${cell}` : cell;
  expect(parseCsv(whole)).toEqual(parseCsv(lines).map((row) => row.map(neutral)));
});

test('names of columns are neutralized too', () => {
  const { columns } = neutralizeFormulas({ columns: ['=x', 'y'], lines: Readable.from([]) });
  expect(columns).toEqual(["'=x", 'y']);
});
