import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeCsvFiles } from './write-csv-files.js';

async function written(chunks: string[], rowsPerFile: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const lines = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const paths = await writeCsvFiles({ columns: ['a', 'b,c'], lines }, folder, rowsPerFile);
  return Promise.all(paths.map((path) => readFile(path, 'utf8')));
}

const header = 'a,"b,c"\n';

test('without rows there is one file with the header', async () => {
  expect(await written([], 2)).toEqual([header]);
});

test('files are full before the next begins, and each has the header', async () => {
  expect(await written(['1,x\n2,x\n3,', 'x\n4,x\n5,x\n'], 2)).toEqual([
    `${header}1,x\n2,x\n`,
    `${header}3,x\n4,x\n`,
    `${header}5,x\n`,
  ]);
});

test('a last file that is just full is the last', async () => {
  expect(await written(['1,x\n2,x\n'], 1)).toEqual([`${header}1,x\n`, `${header}2,x\n`]);
});

test('line breaks and quotes inside cells end no row, wherever the stream is cut', async () => {
  const rows = ['"a\nb","c""\n"\n', '"""\n","é"\n'];
  const whole = [...Buffer.from(rows.join(''))].map((byte) => Buffer.from([byte]));
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const lines = Readable.from(whole);
  const paths = await writeCsvFiles({ columns: ['x'], lines }, folder, 1);
  const files = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  expect(files).toEqual(rows.map((row) => `x\n${row}`));
});

test('a stream that breaks off fails the export', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('the engine went away'));
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'farthing-csv-'));
  const write = writeCsvFiles({ columns: ['x'], lines: broken }, folder, 1);
  await expect(write).rejects.toThrow('the engine went away');
});
