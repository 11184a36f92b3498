import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeCsvFiles } from './write-csv-files.js';

async function write(chunks: string[], rowsPerFile: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const lines = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const paths = await writeCsvFiles({ columns: ['a', 'b,c'], lines }, folder, rowsPerFile);
  return Promise.all(paths.map((path) => readFile(path, 'utf8')));
}

const header = 'a,"b,c"\n';

test('without rows there is one file with the header', async () => {
  expect(await write([], 2)).toEqual([header]);
});

test('a file is full before the next begins, and each has the header', async () => {
  expect(await write(['1,x\n2,x\n3,', 'x\n4,x\n5,x\n'], 2)).toEqual([
    `${header}1,x\n2,x\n`,
    `${header}3,x\n4,x\n`,
    `${header}5,x\n`,
  ]);
});

test('no empty file follows a last one that is exactly full', async () => {
  expect(await write(['1,x\n2,x\n'], 1)).toEqual([`${header}1,x\n`, `${header}2,x\n`]);
});

test('line breaks and quotes inside cells do not end a row, wherever chunks end', async () => {
  const rows = ['"a\nb","c""\n"\n', '"""\n","é"\n'];
  const bytes = [...Buffer.from(rows.join(''))].map((byte) => Buffer.from([byte]));
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const lines = Readable.from(bytes);
  const paths = await writeCsvFiles({ columns: ['x'], lines }, folder, 1);
  const files = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  expect(files).toEqual(rows.map((row) => `x\n${row}`));
});

test('a stream that fails midway fails the export', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('the engine went away'));
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const files = writeCsvFiles({ columns: ['x'], lines: broken }, folder, 1);
  await expect(files).rejects.toThrow('the engine went away');
});
