import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { customCsv } from '../../src/domain/ingest/formats/index.js';
import { TestIntegration } from './importing.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-refused-'));
const header = 'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName';
const good = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,1,Storage';
const bad = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,1.2.3,Storage';

/** 10,000 rows, some of them bad. */
function manyRows(faults: number): string {
  const rows = [...Array<string>(10_000 - faults).fill(good), ...Array<string>(faults).fill(bad)];
  return [header, ...rows].join('\n');
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function refused(path: string): Promise<string> {
  const integration = new TestIntegration();
  const error: unknown = await integration.import(path).catch((reason: unknown) => reason);
  expect(integration.book.active()).toEqual([]);
  return error instanceof Error ? `${error.name}: ${error.message}` : 'imported';
}

test('a header nobody knows is listed', async () => {
  expect(await refused(file('what.csv', 'Alpha,Beta\n1,2\n'))).toBe(
    'ImportError: what.csv has an unrecognised format; its columns are Alpha, Beta.',
  );
});

test('an empty file and a file of a header alone', async () => {
  expect(await refused(file('empty.csv', ''))).toBe('ImportError: The file is empty.');
  expect(await refused(file('header.csv', `${header}\n`))).toBe(
    'ImportError: The file has a header but no rows.',
  );
});

test('a gzip file that was cut off', async () => {
  const packed = gzipSync(`${header}\n${`${good}\n`.repeat(5000)}`);
  expect(await refused(file('cut.csv.gz', packed.subarray(0, packed.length - 40)))).toBe(
    'ImportError: cut.csv.gz is damaged, cut off or grows beyond measure when unpacked.',
  );
});

test('a gzip file that grows beyond measure', async () => {
  const packed = gzipSync(`${header}\n${'\n'.repeat(20_000_000)}`);
  expect(await refused(file('bomb.csv.gz', packed))).toMatch(
    /grows beyond \d+ bytes when unpacked/,
  );
});

test('a zip archive that grows beyond measure, and one that is cut off', async () => {
  const big = file('zeros.csv', Buffer.alloc(30_000_000, '\n'));
  const path = join(folder, 'bomb.zip');
  const make =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED); z.write(sys.argv[2], "a/b.csv"); z.close()';
  execFileSync('python3', ['-c', make, path, big]);
  expect(await refused(path)).toMatch(/a\/b.csv grows beyond \d+ bytes when unpacked/);
  expect(await refused(file('cut.zip', Buffer.from('PK\u0003\u0004cut off')))).toBe(
    'ImportError: The zip archive is damaged or cut off.',
  );
});

test('11 bad rows of 10,000 refuse the file, 10 do not', async () => {
  expect(await refused(file('eleven.csv', manyRows(11)))).toBe(
    'ImportError: 11 of 10000 rows cannot be read.',
  );
  const integration = new TestIntegration();
  await integration.import(file('ten.csv', manyRows(10)));
  expect(await integration.totals()).toMatchObject({ billed: '9990' });
  expect(
    await integration.select(
      'count() AS rows, any(reason) AS reason, any(sample) AS sample',
      '',
      'rejected_rows',
    ),
  ).toEqual([{ rows: '10', reason: 'must be a valid number', sample: '1.2.3' }]);
});

test('a row with too many fields is refused, one with too few is filled up', async () => {
  const integration = new TestIntegration();
  const short = '2024-01-01T00:00:00Z,2024-01-01T01:00:00Z,Usage,2';
  await integration.import(
    file('ragged.csv', [header, good, `${good},more`, short, `${good},`].join('\n')),
  );
  expect(await integration.totals()).toMatchObject({ billed: '4' });
});

test('a row with a broken character is refused, not the file', async () => {
  const integration = new TestIntegration();
  const broken = Buffer.concat([
    Buffer.from(`${header}\n${good}\n${good}`),
    Buffer.from([0xff, 0x0a]),
  ]);
  await integration.import(file('broken.csv', broken));
  expect(await integration.totals()).toMatchObject({ billed: '1' });
  expect(await integration.select('column, reason', '', 'rejected_rows')).toEqual([
    { column: 'row', reason: 'is not valid UTF-8' },
  ]);
});

test('300 columns are no trouble', async () => {
  const extra = Array.from({ length: 300 }, (_, index) => `x_${index}`);
  const integration = new TestIntegration();
  await integration.import(
    file('wide.csv', `${header},${extra.join(',')}\n${good},${extra.map(() => 'v').join(',')}\n`),
  );
  expect(await integration.select("attributes['x_299'] AS last")).toEqual([{ last: 'v' }]);
});

test.each([
  ['semicolons', (text: string) => text.replaceAll(',', ';')],
  ['a byte-order mark and CRLF', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['CR alone', (text: string) => text.replaceAll('\n', '\r')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['gzip under another name', (text: string) => gzipSync(text)],
])('%s', async (name, encode) => {
  const integration = new TestIntegration();
  await integration.import(file(`${name}.txt`, encode(`${header}\n${good}\n${good}\n`)));
  expect(await integration.totals()).toMatchObject({ billed: '2' });
});

test('every fault of an upload is told in row order', async () => {
  const path = file(
    'upload.csv',
    [
      'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,ServiceName,BillingCurrency,ConsumedQuantity,Tags',
      '2024-01-01,,Usage,1,A,,,',
      '2024-13-01,,usage,abc,,XXX,3,[1]',
      '2024-01-02,2024-01-01,Tax,1,A,,,',
    ].join('\n'),
  );
  const refusal = new TestIntegration().import(path, {}, { formats: [customCsv] });
  await expect(refusal).rejects.toMatchObject({
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

test('an upload lacking columns names them', async () => {
  const path = file('columns.csv', 'ChargePeriodStart,BilledCost\n2024-01-01,1\n');
  const refusal = new TestIntegration().import(path, {}, { formats: [customCsv] });
  await expect(refusal).rejects.toMatchObject({
    details: ['Required column missing: ChargeCategory', 'Required column missing: ServiceName'],
  });
});
