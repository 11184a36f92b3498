import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { customCsv } from '../../src/domain/ingest/formats/index.js';
import { TestIntegration } from './test-integration.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-invalid-'));
const header = 'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName';
const validRow = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,1,Storage';
const invalidRow = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,1.2.3,Storage';

/** 10,000 rows, some of them invalid. */
function manyRows(invalid: number): string {
  const rows = [
    ...Array<string>(10_000 - invalid).fill(validRow),
    ...Array<string>(invalid).fill(invalidRow),
  ];
  return [header, ...rows].join('\n');
}

function writeFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function importError(path: string): Promise<string> {
  const integration = new TestIntegration();
  const error: unknown = await integration.import(path).catch((reason: unknown) => reason);
  expect(integration.loadStore.activeIds()).toEqual([]);
  return error instanceof Error ? `${error.name}: ${error.message}` : 'imported';
}

test('the error about an unknown format lists the columns', async () => {
  expect(await importError(writeFile('what.csv', 'Alpha,Beta\n1,2\n'))).toBe(
    'ImportError: what.csv has an unrecognized format; its columns are Alpha, Beta.',
  );
});

test('an empty file and a file with only a header are rejected', async () => {
  expect(await importError(writeFile('empty.csv', ''))).toBe('ImportError: The file is empty.');
  expect(await importError(writeFile('header.csv', `${header}\n`))).toBe(
    'ImportError: The file has a header but no rows.',
  );
});

test('a truncated gzip file is rejected', async () => {
  const compressed = gzipSync(`${header}\n${`${validRow}\n`.repeat(5000)}`);
  expect(
    await importError(writeFile('cut.csv.gz', compressed.subarray(0, compressed.length - 40))),
  ).toBe('ImportError: cut.csv.gz is damaged or truncated.');
});

test('a gzip bomb is rejected', async () => {
  const compressed = gzipSync(`${header}\n${'\n'.repeat(20_000_000)}`);
  expect(await importError(writeFile('bomb.csv.gz', compressed))).toMatch(
    /expands to more than \d+ bytes when decompressed/,
  );
});

test('a zip bomb and a truncated zip archive are rejected', async () => {
  const big = writeFile('zeros.csv', Buffer.alloc(30_000_000, '\n'));
  const path = join(folder, 'bomb.zip');
  const make =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED); z.write(sys.argv[2], "a/b.csv"); z.close()';
  execFileSync('python3', ['-c', make, path, big]);
  expect(await importError(path)).toMatch(
    /a\/b.csv expands to more than \d+ bytes when decompressed/,
  );
  expect(await importError(writeFile('cut.zip', Buffer.from('PK\u0003\u0004cut off')))).toBe(
    'ImportError: The zip archive is damaged or truncated.',
  );
});

test('11 invalid rows of 10,000 reject the file, 10 do not', async () => {
  expect(await importError(writeFile('eleven.csv', manyRows(11)))).toBe(
    'ImportError: 11 of 10000 rows cannot be read; the first error: Row 9990: BilledCost must be a valid number.',
  );
  const integration = new TestIntegration();
  await integration.import(writeFile('ten.csv', manyRows(10)));
  expect(await integration.totals()).toMatchObject({ billed: '9990' });
  expect(
    await integration.select(
      'count() AS rows, any(reason) AS reason, any(sample) AS sample',
      '',
      'rejected_rows',
    ),
  ).toEqual([{ rows: '10', reason: 'must be a valid number', sample: '1.2.3' }]);
});

test('a row with too many fields is rejected, missing fields are empty', async () => {
  const integration = new TestIntegration();
  const short = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,2';
  await integration.import(
    writeFile(
      'ragged.csv',
      [header, validRow, `${validRow},more`, short, `${validRow},`].join('\n'),
    ),
  );
  expect(await integration.totals()).toMatchObject({ billed: '4' });
});

test('an invalid UTF-8 character rejects the row, not the file', async () => {
  const integration = new TestIntegration();
  const broken = Buffer.concat([
    Buffer.from(`${header}\n${validRow}\n${validRow}`),
    Buffer.from([0xff, 0x0a]),
  ]);
  await integration.import(writeFile('broken.csv', broken));
  expect(await integration.totals()).toMatchObject({ billed: '1' });
  expect(await integration.select('column, reason', '', 'rejected_rows')).toEqual([
    { column: 'row', reason: 'is not valid UTF-8' },
  ]);
});

test('a file with 300 columns is imported', async () => {
  const extra = Array.from({ length: 300 }, (_, index) => `x_${index}`);
  const integration = new TestIntegration();
  await integration.import(
    writeFile(
      'wide.csv',
      `${header},${extra.join(',')}\n${validRow},${extra.map(() => 'v').join(',')}\n`,
    ),
  );
  expect(await integration.select("attributes['x_299'] AS last")).toEqual([{ last: 'v' }]);
});

test.each([
  ['semicolons', (text: string) => text.replaceAll(',', ';')],
  ['a byte-order mark and CRLF', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['CR line endings', (text: string) => text.replaceAll('\n', '\r')],
  ['UTF-16 encoding', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['gzip compression but another extension', (text: string) => gzipSync(text)],
])('a file with %s is imported', async (name, encode) => {
  const integration = new TestIntegration();
  await integration.import(
    writeFile(`${name}.txt`, encode(`${header}\n${validRow}\n${validRow}\n`)),
  );
  expect(await integration.totals()).toMatchObject({ billed: '2' });
});

test('all faults of an upload are reported in row order', async () => {
  const path = writeFile(
    'upload.csv',
    [
      'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName,BillingCurrency,ConsumedQuantity,Tags',
      '2024-01-01,,Usage,1,A,,,',
      '2024-13-01,,usage,abc,,XXX,3,[1]',
      '2024-01-02,2024-01-01,Tax,1,A,,,',
    ].join('\n'),
  );
  const result = new TestIntegration().import(path, {}, { formats: [customCsv] });
  await expect(result).rejects.toMatchObject({
    details: [
      'Row 2: ChargePeriodStart must be a valid date',
      'Row 2: ChargeCategory must be one of the following: Credit, Discount, Fee, Refund, Tax, or Usage',
      'Row 2: BilledCost must be a valid number',
      'Row 2: ServiceName is required',
      'Row 2: ConsumedUnit is required when ConsumedQuantity is present',
      'Row 2: Tags must be a valid JSON object',
      'Row 2: BillingCurrency is not supported',
      'Row 3: ChargePeriodEnd must not be before ChargePeriodStart',
    ],
  });
});

test('missing columns of an upload are reported by name', async () => {
  const path = writeFile('columns.csv', 'ChargePeriodStart,BilledCost\n2024-01-01,1\n');
  const result = new TestIntegration().import(path, {}, { formats: [customCsv] });
  await expect(result).rejects.toMatchObject({
    details: ['Required column missing: ChargeCategory', 'Required column missing: ServiceName'],
  });
});
