import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readParquetFooter } from '../../src/domain/intake/ingest/parquet-footer.js';

const path = join(mkdtempSync(join(tmpdir(), 'farthing-footer-')), 'bill.parquet');

const zigzag = (value: number) => varint(value * 2);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

interface Declared {
  columns?: number;
  rows?: number;
  position?: number;
  compressed?: number;
  decompressed?: number;
  fixedLength?: number;
  externalFile?: boolean;
}

/** A Parquet file of 100 bytes before a footer that declares one row group. */
function writeParquet({
  columns = 1,
  rows = 1,
  position = 4,
  compressed = 90,
  decompressed = 90,
  fixedLength = 16,
  externalFile = false,
}: Declared): void {
  const root = [0x48, 1, 0x72, 0x15, ...zigzag(columns), 0];
  const leaf = [0x15, ...zigzag(7), 0x15, ...zigzag(fixedLength), 0x28, 1, 0x63, 0];
  const place = [...zigzag(decompressed), 0x16, ...zigzag(compressed), 0x26, ...zigzag(position)];
  const chunk = [...(externalFile ? [0x18, 1, 0x66, 0x2c] : [0x3c]), 0x66, ...place, 0, 0];
  const list = (items: number[][]) => [0xfc, ...varint(items.length), ...items.flat()];
  const repeated = (item: number[]) => Array.from({ length: columns }, () => item);
  const group = [0x19, ...list(repeated(chunk)), 0x26, ...zigzag(rows), 0];
  const footer = Buffer.from([
    0x29,
    ...list([root, ...repeated(leaf)]),
    0x16,
    ...zigzag(rows),
    0x19,
    ...list([group]),
    0,
  ]);
  const end = Buffer.alloc(8, 'PAR1');
  end.writeUInt32LE(footer.length);
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(96), footer, end]));
}

test('the size of the columns when decompressed is read', async () => {
  writeParquet({ decompressed: 12_345 });
  expect(await readParquetFooter(path)).toMatchObject({ decompressedBytes: 12_345 });
});

test.each<[string, Declared, string]>([
  ['a column that starts in the magic number', { position: 1 }, 'outside the file'],
  ['a column that ends in the footer', { compressed: 97 }, 'outside the file'],
  ['a column far beyond the end', { position: 2 ** 52 }, 'outside the file'],
  ['columns that share bytes', { columns: 2 }, 'share bytes'],
  ['a column in another file', { externalFile: true }, 'in another file'],
  ['values of a gigabyte', { fixedLength: 2 ** 30 }, 'Values have 1073741824 bytes'],
  ['a terabyte when decompressed', { decompressed: 2 ** 40 }, 'expands to more than'],
  ['a trillion rows', { rows: 2 ** 40 }, 'expands to more than'],
  ['20,000 columns', { columns: 20_000, compressed: 0 }, 'more than 5000 columns'],
])('a footer with %s is rejected', async (_fault, declared, message) => {
  writeParquet(declared);
  await expect(readParquetFooter(path)).rejects.toThrow(message);
});

test.each([
  ['an endless integer', Buffer.alloc(100_000, 0xff)],
  ['endless nesting', Buffer.alloc(100_000, 0x1c)],
  ['a list of billions', Buffer.from('29fcffffffff0f', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('a footer with %s is rejected', async (_fault, footer) => {
  const end = Buffer.alloc(8, 'PAR1');
  end.writeUInt32LE(footer.length);
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), footer, end]));
  await expect(readParquetFooter(path)).rejects.toThrow('Thrift');
});
