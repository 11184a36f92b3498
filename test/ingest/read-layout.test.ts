import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { readLayout } from '../../src/domain/intake/ingest/read-layout.js';
import type { SourceFile } from '../../src/domain/intake/ingest/source-file.js';
import { costStore } from './engine.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-layout-'));
afterAll(() => rmSync(folder, { recursive: true }));

const namesOf = async (file: Partial<SourceFile> & { location: string }) => {
  const layout = await readLayout(await costStore(), {
    name: 'bill',
    bytes: 0,
    fingerprint: '',
    decompressedBytes: 10,
    compression: 'none',
    content: 'csv',
    ...file,
  });
  return layout.header.columns.map(({ name }) => name);
};

const write = (name: string, content: string | Buffer) => {
  const location = join(folder, name);
  writeFileSync(location, content);
  return location;
};

test('fields of a nested Parquet record have dotted names', async () => {
  const location = join(folder, 'records.parquet');
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(
    `COPY (SELECT 1 AS cost, {'id': 'a', 'description': 'b'} AS service) TO '${location}' (FORMAT parquet)`,
  );
  connection.closeSync();
  expect(await namesOf({ location, content: 'parquet' })).toEqual([
    'cost',
    'service',
    'service.id',
    'service.description',
  ]);
});

test('the header is the first line that is not blank, however long the file is', async () => {
  const long = `\r\n  \n\uFEFFa,b\r\n${'1,2\r\n'.repeat(100_000)}`;
  expect(await namesOf({ location: write('long.csv', long) })).toEqual(['a', 'b']);
  expect(
    await namesOf({ location: write('long.csv.gz', gzipSync(long)), compression: 'gzip' }),
  ).toEqual(['a', 'b']);
  const wide = Array.from({ length: 5000 }, (_, index) => `column ${index}`);
  expect(await namesOf({ location: write('wide.csv', `${wide.join(';')}\n1`) })).toEqual(wide);
});
