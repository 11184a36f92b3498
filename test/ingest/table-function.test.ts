import { expect, test } from 'vitest';
import { tableFunction } from '../../src/domain/ingest/table-function.js';

const csv = { format: 'CSV', structure: 'c1 String', compression: 'gzip' };

test('files of one folder are read in one call', () => {
  expect(tableFunction(['/bills/2024/a.csv', '/bills/2025/b.csv'], csv)).toBe(
    "file('/bills/{2024/a.csv,2025/b.csv}', 'CSV', 'c1 String', 'gzip')",
  );
});

test('file names with pattern characters are rejected', () => {
  expect(() => tableFunction(['/a/{x}.csv', '/a/y.csv'], csv)).toThrow(
    'contains pattern characters',
  );
});
