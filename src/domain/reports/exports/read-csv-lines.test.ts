import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/harness.js';
import { parseCsv } from '../../../platform/lib/csv.js';
import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { readCsvLines } from './read-csv-lines.js';

const first = 'it\'s "q\\uoted",\n{few:String} ?';
const day = '2025-06-01';
const boundDay = sql.bind('Date', day);
const statement = sql`
  SELECT
    ${sql.bind('String', first)},
    ${boundDay},
    toDateTime(${boundDay}),
    ${sql.bind('Bool', true)},
    NULL::Nullable(String),
    '',
    arrayJoin(${sql.bind('Array(UInt32)', [1, 2])}) AS number,
    number IN ${sql.bind('Array(UInt32)', [2])},
    0.5::Decimal(38, 18),
    ${sql.bind('Array(String)', ["a'b"])}
`;

test.each([
  ['written by the embedded engine', true],
  ['streamed from a server', undefined],
] as const)('rows %s keep their values', async (_name, embedded) => {
  const { costs } = (await testApp()).services;
  // A server cannot write our files.
  if (embedded && !costs.embedded) return;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-lines-'));
  const lines = await readCsvLines({ ...costs, embedded }, statement, folder);
  const text = Buffer.concat(await lines.toArray()).toString();
  expect(parseCsv(text)).toEqual(
    ['1', '2'].map((number) => [
      first,
      day,
      '2025-06-01T00:00:00Z',
      'true',
      '',
      '',
      number,
      number === '2' ? '1' : '0',
      '0.5',
      "['a\\'b']",
    ]),
  );
});

test('output settings do not persist on the connection', async () => {
  const { costs } = (await testApp()).services;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-lines-'));
  const settings = () =>
    selectRows(
      costs.bulk,
      sql`SELECT value FROM system.settings WHERE name LIKE 'format_csv_null%'`,
    );
  const before = await settings();
  (await readCsvLines(costs, statement, folder)).destroy();
  expect(await settings()).toEqual(before);
});

test('a failing statement rejects', async () => {
  const { costs } = (await testApp()).services;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-lines-'));
  const broken = sql`SELECT throwIf(number = 3) FROM numbers(5)`;
  await expect(readCsvLines(costs, broken, folder)).rejects.toThrow();
});

test('a statement that fails after many rows fails the reader', async () => {
  const { costs } = (await testApp()).services;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-lines-'));
  const broken = sql`SELECT number, throwIf(number = 900000) FROM numbers(1000000)`;
  const reading = readCsvLines(costs, broken, folder).then((lines) => lines.toArray());
  await expect(reading).rejects.toThrow();
});
