import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { buildZip } from '../ingest/build-zip.js';
import { pick, seededRandom } from './seeded-random.js';

/** A file that no import may accept. */
export interface HostileFile {
  name: string;
  content: Buffer;
}

const columns =
  'BillingAccountId,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,BilledCost,BillingCurrency,ServiceName,Tags';

/** A bill whose costs are no numbers: each of its rows is rejected, however the file is damaged. */
function billWithoutCosts(rows: number): string {
  const line = (row: number) =>
    `1,2024-01-01,2024-01-0${1 + (row % 9)}T00:00:00Z,2024-01-09T23:00:00Z,Usage,none,USD,Service ${row % 7},"{""id"": ""${row}""}"`;
  return [columns, ...Array.from({ length: rows }, (_, row) => line(row)), ''].join('\n');
}

const parquetColumns = `'1' AS BillingAccountId, TIMESTAMP '2024-01-01' AS BillingPeriodStart,
  TIMESTAMP '2024-01-01' + INTERVAL (i % 700) HOUR AS ChargePeriodStart,
  'Usage' AS ChargeCategory, 'none' AS BilledCost, i / 3 AS EffectiveCost, (i / 8)::DECIMAL(20, 6) AS ListCost,
  'USD' AS BillingCurrency, concat('Service ', i % 7) AS ServiceName, MAP {'id': i::VARCHAR} AS Tags,
  {'a': i, 'b': [i, 2]} AS x_record`;

/** The same bill in the formats that a second engine writes. */
const exportBills = () =>
  exportFiles(`SELECT ${parquetColumns} FROM range(3000) AS t(i)`, [
    'FORMAT parquet, COMPRESSION snappy',
    'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048',
    'FORMAT parquet, COMPRESSION gzip, PARQUET_VERSION v2',
    'FORMAT parquet, COMPRESSION uncompressed',
    'FORMAT csv, COMPRESSION zstd',
  ]);

/** The result of a query as files with these options. */
async function exportFiles(query: string, formats: readonly string[]): Promise<Buffer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-hostile-'));
  const path = join(folder, 'bill');
  const connection = await (await DuckDBInstance.create()).connect();
  const files: Buffer[] = [];
  for (const options of formats) {
    await connection.run(`COPY (${query}) TO '${path}' (${options})`);
    files.push(readFileSync(path));
  }
  connection.closeSync();
  rmSync(folder, { recursive: true });
  return files;
}

/** Truncates a file or changes a few of its bytes, most of them near its end, where formats keep their directories. */
function damage(file: Buffer, random: () => number): Buffer {
  if (random() < 0.15) return file.subarray(0, 1 + Math.floor(random() * file.length));
  const damaged = Buffer.from(file);
  const range = random() < 0.6 ? Math.min(file.length, 2000) : file.length;
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const position = file.length - 1 - Math.floor(random() * range);
    const bit = 1 << Math.floor(random() * 8);
    damaged[position] = random() < 0.5 ? damaged[position]! ^ bit : Math.floor(random() * 256);
  }
  return damaged;
}

/** Damaged copies of bills in every format, always the same ones. */
export async function damagedFiles(count: number): Promise<HostileFile[]> {
  const text = billWithoutCosts(500);
  const bases = [
    ...(await exportBills()),
    Buffer.from(text),
    gzipSync(text),
    buildZip([
      { name: 'a.csv', content: text },
      { name: 'b*.csv', content: billWithoutCosts(9) },
    ]),
  ];
  const random = seededRandom(86);
  return Array.from({ length: count }, (_, index) => ({
    name: `damaged-${index}`,
    content: damage(pick(bases, random), random),
  }));
}

/** Files that were made to exhaust whoever reads them. */
export function malignantFiles(): HostileFile[] {
  const bill = { name: 'a.csv', content: billWithoutCosts(1) };
  const zeros = Buffer.alloc(2_000_000);
  const copies = Array.from({ length: 50 }, (_, index) => ({
    name: `${index}.csv`,
    content: zeros,
    headerOffset: 0,
  }));
  const names = Array.from({ length: 20_000 }, (_, index) => `x_${index}`).join(',');
  const files: Record<string, Buffer | string> = {
    'offset.zip': buildZip([bill], { directoryOffset: 0xffff_fff0 }),
    'directory.zip': buildZip([bill], { directoryBytes: 0xffff_fff0 }),
    'overlap.zip': buildZip(copies),
    'bomb.zip': buildZip([{ name: 'bomb.csv', content: Buffer.alloc(60_000_000) }]),
    'bomb.csv.gz': gzipSync(Buffer.alloc(300_000_000), { level: 1 }),
    'lines.csv.gz': gzipSync(`${columns}\n${'\n'.repeat(900_000)}`),
    'wide.csv': `${columns},${names}\n1\n`,
    'line.csv': `${columns},${'x'.repeat(5_000_000)}`,
    'field.csv': `${columns}\n1,${'x'.repeat(20_000_000)}\n`,
    'quote.csv': `${columns}\n1,"${'x\n'.repeat(2_000_000)}`,
    'deep.json': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    'arrays.json': '['.repeat(900_000),
    'varint.parquet': parquetWithFooter(Buffer.alloc(1_000_000, 0xff)),
    'list.parquet': parquetWithFooter(Buffer.from('29fcffffffff0f', 'hex')),
    'nested.parquet': parquetWithFooter(Buffer.alloc(1_000_000, 0x1c)),
    'footer.parquet': Buffer.from('PAR1\u00ff\u00ff\u00ff\u00ffPAR1', 'latin1'),
  };
  return Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
}

function parquetWithFooter(footer: Buffer): Buffer {
  const end = Buffer.alloc(8, 'PAR1');
  end.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, end]);
}

/** A Parquet file with a valid footer, whose pages are damaged. */
export async function damagedPages(): Promise<Buffer> {
  const [file] = await exportBills();
  return file!.fill(0xff, 4, Math.floor(file!.length / 2));
}

/** A Parquet file with 20,000 columns. */
export async function wideParquet(): Promise<Buffer> {
  const names = Array.from({ length: 20_000 }, (_, index) => `1 AS x_${index}`);
  const [file] = await exportFiles(`SELECT ${names.join(', ')}`, ['FORMAT parquet']);
  return file!;
}
