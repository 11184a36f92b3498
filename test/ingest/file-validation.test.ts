import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { customCsv } from '../../src/domain/intake/ingest/formats/index.js';
import { run } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { buildZip } from './build-zip.js';
import { costStore } from './engine.js';
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

test('a file with only a header is rejected', async () => {
  expect(await importError(writeFile('header.csv', `${header}\n`))).toBe(
    'ImportError: The file has a header but no rows.',
  );
});

test('a gzip bomb is rejected', async () => {
  const compressed = gzipSync(`${header}\n${'\n'.repeat(20_000_000)}`);
  expect(await importError(writeFile('bomb.csv.gz', compressed))).toMatch(
    /expands to more than \d+ bytes when decompressed/,
  );
});

const text = `${header}\n${`${validRow}\n`.repeat(500)}`;
const page = '<!DOCTYPE html>\n<html><head><title>Log in, "please</title></head></html>';
const webPage = 'is a web page, such as a log-in page that was saved instead of the file;';

/** What people upload by mistake, or half, and what they are told. */
const notBills: [string, string | Buffer, string][] = [
  ['empty.csv', '', 'is empty; download or export it again.'],
  ['empty.csv.gz', gzipSync(''), 'is empty; download or export it again.'],
  ['blank.csv', '\n \n', 'is empty; download or export it again.'],
  ['empty.zip', buildZip([]), 'is empty; download or export it again.'],
  [
    'cut.csv.gz',
    gzipSync(text).subarray(0, -40),
    'is a damaged or truncated gzip file; download it again.',
  ],
  [
    'short.csv.gz',
    gzipSync(text).subarray(0, 12),
    'is a damaged or truncated gzip file; download it again.',
  ],
  [
    'workbook.csv',
    buildZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'xl/workbook.xml', content: '<workbook/>' },
    ]),
    'is a spreadsheet; save it as CSV and import that file.',
  ],
  [
    'old.xls',
    Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
    'is a spreadsheet; save it as CSV and import that file.',
  ],
  ['invoice.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj', 'is a PDF; export the bill as CSV or Parquet.'],
  ['page.csv', page, `${webPage} log in and download it again.`],
  ['page.csv.gz', gzipSync(`\uFEFF\n${page}`), `${webPage} log in and download it again.`],
  ['page.txt', Buffer.from(`\uFEFF${page}`, 'utf16le'), `${webPage} log in and download it again.`],
  [
    'denied.csv',
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    'is XML, such as the error message of a bucket; download the bill as CSV or Parquet.',
  ],
  [
    'pretty.json',
    '{\n  "costs": []\n}\n',
    'is JSON, but not one object per line; export the bill as JSON lines, CSV or Parquet.',
  ],
  [
    'list.json',
    '[{"cost": 1}]\n',
    'is JSON, but not one object per line; export the bill as JSON lines, CSV or Parquet.',
  ],
  [
    'utf16.csv.gz',
    gzipSync(Buffer.from(text, 'utf16le')),
    'is compressed UTF-16 text; decompress it and import the text itself.',
  ],
  [
    'quote.csv',
    '"ChargePeriodStart,BilledCost\n1,2\n',
    'has a quote in its header line that is never closed; export it again.',
  ],
  [
    'photo.csv',
    Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'),
    'is not text, Parquet, gzip, zstd or zip; export the bill as CSV or Parquet.',
  ],
];

test.each(notBills)('%s is named as what it is', async (name, content, told) => {
  expect(await importError(writeFile(name, content))).toBe(`ImportError: ${name} ${told}`);
});

test('a damaged Parquet file is named as one, whichever part of it is damaged', async () => {
  const path = join(folder, 'whole.parquet');
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(
    `COPY (SELECT TIMESTAMP '2024-01-01' AS ChargePeriodStart, 'Usage' AS ChargeCategory,
       n AS BilledCost, 'a"b' AS ServiceName FROM range(3000) t(n)) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  const whole = readFileSync(path);
  const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
  const copies = {
    'no start': whole.subarray(8),
    'no end': whole.subarray(0, -100),
    half: whole.subarray(0, whole.length / 2),
    'start alone': Buffer.from('PAR1'),
    'broken footer': Buffer.from(whole).fill(0xff, footer + 4, footer + 40),
    zeros: Buffer.alloc(2000),
  };
  for (const [damage, content] of Object.entries(copies)) {
    expect(await importError(writeFile('bill.parquet', content)), damage).toBe(
      'ImportError: bill.parquet is a damaged or truncated Parquet file; download it again.',
    );
  }
  expect(await importError(writeFile('bill.parquet.gz', gzipSync(whole)))).toBe(
    'ImportError: bill.parquet.gz is a Parquet file inside a gzip file; decompress it and import the Parquet file.',
  );
});

const zstdMagic = Buffer.from('28b52ffd', 'hex');
/** A zstd frame with a window of 8 KiB and blocks that repeat one byte 8192 times. */
function zstdFrame(blocks: number, { window = 0x18, byte = 0x0a } = {}): Buffer {
  const block = (isLast: boolean) => {
    const header = Buffer.alloc(4, byte);
    header.writeUIntLE((8192 << 3) | 2 | (isLast ? 1 : 0), 0, 3);
    return header;
  };
  const repeated = Array.from({ length: blocks }, (_, index) => block(index === blocks - 1));
  return Buffer.concat([zstdMagic, Buffer.of(0, window), ...repeated]);
}

/** A zstd frame with one block that is not compressed. */
function storedZstd(content: string): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((Buffer.byteLength(content) << 3) | 1, 0, 3);
  return Buffer.concat([zstdMagic, Buffer.of(0, 0x18), header, Buffer.from(content)]);
}

test('a zstd file with several frames and skippable ones is imported', async () => {
  const skippable = Buffer.from('502a4d1803000000616263', 'hex');
  const integration = new TestIntegration();
  await integration.import(
    writeFile(
      'bill.csv.zst',
      Buffer.concat([storedZstd(`${header}\n`), skippable, storedZstd(`${validRow}\n`)]),
    ),
  );
  expect(await integration.totals()).toMatchObject({ billed: '1' });
});

test.each([
  [
    'a window of gigabytes',
    zstdFrame(2, { window: 0xa0 }),
    'cut.zst is a damaged or truncated zstd file; download it again.',
  ],
  [
    'a truncated frame',
    zstdFrame(9).subarray(0, -2),
    'cut.zst is a damaged or truncated zstd file; download it again.',
  ],
  ['a bomb', zstdFrame(2000), 'cut.zst expands to more than 1601200 bytes when decompressed.'],
])('a zstd file with %s is rejected', async (_fault, content, message) => {
  expect(await importError(writeFile('cut.zst', content))).toBe(`ImportError: ${message}`);
});

const bill = { name: 'bill.csv', content: `${header}\n${validRow}\n` };

test('an archive is imported, with all its files', async () => {
  const other = { name: 'folder/other.csv', content: `${header}\n${validRow}\n${validRow}\n` };
  const integration = new TestIntegration();
  const folderEntry = { name: 'folder/', content: '' };
  await integration.import(writeFile('bills.zip', buildZip([bill, folderEntry, other])));
  expect(await integration.totals()).toMatchObject({ billed: '3' });
});

test.each([
  ['cut off', Buffer.from('PK\u0003\u0004cut off')],
  ['a directory beyond its end', buildZip([bill], { directoryOffset: 0xffff_fff0 })],
  ['a directory of 4 GB', buildZip([bill], { directoryBytes: 0xffff_fff0 })],
  ['fewer entries than declared', buildZip([bill], { entryCount: 2 })],
  ['a file that starts beyond its end', buildZip([{ ...bill, headerOffset: 0xffff_fff0 }])],
  ['a file that starts at no header', buildZip([{ ...bill, headerOffset: 3 }])],
  ['a file that ends beyond the directory', buildZip([{ ...bill, compressedBytes: 100_000 }])],
  ['files that share their bytes', buildZip([bill, { ...bill, headerOffset: 0 }])],
])('a zip archive is damaged: %s', async (_fault, content) => {
  expect(await importError(writeFile('bad.zip', content))).toBe(
    'ImportError: bad.zip is a damaged or truncated zip archive; download it again.',
  );
});

test('a file in an archive with a wrong checksum is rejected', async () => {
  const content = buildZip([{ ...bill, checksum: 1 }]);
  expect(await importError(writeFile('checksum.zip', content))).toBe(
    'ImportError: bill.csv in the archive is damaged or truncated; download the archive again.',
  );
});

test('the limit of decompressed bytes counts all files of an archive', async () => {
  const content = Buffer.alloc(700_000, '\n');
  const files = ['a.csv', 'b.csv'].map((name) => ({ name, content }));
  expect(await importError(writeFile('bomb.zip', buildZip(files)))).toMatch(
    /b.csv expands to more than \d+ bytes when decompressed/,
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
  ['UTF-16 encoding without a byte-order mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['big-endian UTF-16 encoding', (text: string) => Buffer.from(text, 'utf16le').swap16()],
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

test('a file name with pattern characters means itself', async () => {
  const path = writeFile('b*.csv', `${header}\n${validRow}\n`);
  writeFile('bc.csv', `${header}\n${validRow}\n${validRow}\n`);
  const integration = new TestIntegration();
  await integration.import([path, writeFile('{x,y}?.csv', `${header}\n\n${validRow}\n`)]);
  expect(
    await integration.select(
      'source_file, sum(billed_cost) AS billed',
      'GROUP BY ALL ORDER BY ALL',
    ),
  ).toEqual([
    { source_file: 'b*.csv', billed: '1' },
    { source_file: '{x,y}?.csv', billed: '1' },
  ]);
});

test('files in an archive may have any name', async () => {
  const files = ['*.csv', '../{a,b}.csv'].map((name, index) => ({
    name,
    content: `${header}\n${`${validRow}\n`.repeat(index + 1)}`,
  }));
  const integration = new TestIntegration();
  await integration.import(writeFile('names.zip', buildZip(files)));
  expect(await integration.totals()).toMatchObject({ billed: '3' });
});

test('a file with too many columns is rejected', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `x_${index}`);
  expect(
    await importError(writeFile('wide.csv', `${header},${names.join(',')}\n${validRow}\n`)),
  ).toBe('ImportError: The file has more than 5000 columns; at most 5000 can be read.');
});

test('a row with too many tags is rejected', async () => {
  const tags = Array.from({ length: 1001 }, (_, index) => `""k${index}"": ""v""`).join(', ');
  const integration = new TestIntegration();
  await integration.import(
    writeFile('tags.csv', `${header},Tags\n${validRow},\n${validRow},"{${tags}}"\n`),
  );
  expect(await integration.totals()).toMatchObject({ billed: '1' });
  expect(await integration.select('column, reason', '', 'rejected_rows')).toEqual([
    { column: 'row', reason: 'has more than 1000 tags' },
  ]);
});

test('a Parquet file with columns of unexpected names and types is rejected', async () => {
  const path = join(folder, 'odd.parquet');
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(
    `COPY (SELECT [TIMESTAMP '2024-01-01'] AS ChargePeriodStart, 'Usage' AS ChargeCategory,
       1 AS BilledCost, {'a b': 1} AS x_record) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  expect(await importError(path)).toBe('ImportError: odd.parquet has columns that cannot be read.');
});

test('a small Parquet file with many rows is read, because dictionaries repeat little text', async () => {
  const path = join(folder, 'many-rows.parquet');
  const { bulk, embedded } = await costStore();
  if (embedded !== true) return;
  const texts = Array.from({ length: 20 }, (_, index) => sql`repeat('t', 60) AS x_Text${index}`);
  const tags = sql`arrayMap(n -> (concat('key', toString(n)), repeat('v', 80)), range(12))`;
  await run(
    bulk,
    sql`INSERT INTO FUNCTION file(${sql.literal(path)}, 'Parquet')
     SELECT toDate('2024-01-01') AS ChargePeriodStart, 'Usage' AS ChargeCategory, 1 AS BilledCost,
       'Storage' AS ServiceName,
       concat('a resource with a long name ', toString(number % 500)) AS ResourceId,
       CAST(${tags} AS Map(String, String)) AS Tags,
       ${sql.join(texts)}
     FROM numbers(300000)`,
  );
  const integration = new TestIntegration();
  await integration.import(path);
  expect(await integration.totals()).toMatchObject({ billed: '300000' });
});
