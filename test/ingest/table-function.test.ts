import { expect, test } from 'vitest';
import { tableFunction } from '../../src/domain/intake/ingest/table-function.js';
import { inlineValues } from '../../src/platform/store/sql.js';

const csv = { format: 'CSV', structure: 'c1 String', compression: 'gzip' };

test('files of one folder are read in one call', () => {
  const paths = ['/bills/2024/a.csv', '/bills/2025/b.csv'];
  expect(inlineValues(tableFunction(paths, csv))).toBe(
    "file('/bills/\\x7b2024/a.csv,2025/b.csv}', 'CSV', 'c1 String', 'gzip')",
  );
});

test.each([['/a/{x}.csv', '/a/y.csv'], ['/a/b*.csv'], ['/a/b?.csv']])(
  'a path with pattern characters is never read as a pattern: %s',
  (...paths) => {
    expect(() => tableFunction(paths, csv)).toThrow('contains pattern characters');
  },
);
