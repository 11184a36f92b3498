import { expect, test } from 'vitest';
import { tableFunction } from '../../src/domain/ingest/table-function.js';

const csv = { format: 'CSV', structure: 'c1 String', compression: 'gzip' };

test('files of one folder are read in one call', () => {
  expect(tableFunction(['/bills/2024/a.csv', '/bills/2025/b.csv'], csv)).toBe(
    "file('/bills/{2024/a.csv,2025/b.csv}', 'CSV', 'c1 String', 'gzip')",
  );
});

test('S3 buckets are read with keys or a role', () => {
  expect(
    tableFunction(['s3://bills/cur/a.csv.gz'], csv, { accessKeyId: 'id', secretAccessKey: "it's" }),
  ).toBe(
    "s3('https://s3.amazonaws.com/bills/cur/a.csv.gz', 'id', 'it\\'s', 'CSV', 'c1 String', 'gzip')",
  );
  expect(tableFunction(['s3://bills/a.csv.gz'], csv, { roleArn: 'arn:aws:iam::1:role/r' })).toBe(
    "s3('https://s3.amazonaws.com/bills/a.csv.gz', 'CSV', 'c1 String', 'gzip', extra_credentials(role_arn = 'arn:aws:iam::1:role/r'))",
  );
});

test('reads Google Cloud Storage buckets and Azure containers', () => {
  expect(tableFunction(['gs://bills/a.parquet'], { format: 'Parquet', compression: 'none' })).toBe(
    "gcs('https://storage.googleapis.com/bills/a.parquet', 'Parquet', 'auto', 'none')",
  );
  expect(
    tableFunction(['az://exports/m/a.csv'], csv, {
      endpoint: 'https://acme.blob.core.windows.net',
      accessKeyId: 'acme',
      secretAccessKey: 'key',
    }),
  ).toBe(
    "azureBlobStorage('https://acme.blob.core.windows.net', 'exports', 'm/a.csv', 'acme', 'key', 'CSV', 'gzip', 'c1 String')",
  );
});

test.each([['/a/{x}.csv', '/a/y.csv'], ['/a/b*.csv'], ['s3://bills/b?.csv']])(
  'a path with pattern characters is never read as a pattern: %s',
  (...paths) => {
    expect(() => tableFunction(paths, csv)).toThrow('contains pattern characters');
  },
);
