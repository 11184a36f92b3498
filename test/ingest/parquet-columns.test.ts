import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readParquetColumns } from '../../src/domain/intake/ingest/parquet-columns.js';
import { run, selectRows, type CostStore } from '../../src/platform/store/clickhouse/cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { costServerUrl } from '../cost-database.js';
import { costStore } from './engine.js';
import { hasSamples, sample } from './sample-files.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every type that bills use, and others that writers produce. */
const duckdbColumns = `
  true AS boolean, 1::TINYINT AS i8, 1::SMALLINT AS i16, 1::INT AS i32, 1::BIGINT AS i64,
  1::UTINYINT AS u8, 1::USMALLINT AS u16, 1::UINTEGER AS u32, 1::UBIGINT AS u64, 1::HUGEINT AS huge,
  1::FLOAT AS f32, 1::DOUBLE AS f64, 1::DECIMAL(4, 2) AS d4, 1::DECIMAL(9, 2) AS d9,
  1::DECIMAL(18, 6) AS d18, 1::DECIMAL(38, 18) AS d38, 'x' AS text, 'x'::BLOB AS bytes,
  DATE '2024-01-01' AS day, TIME '10:00:00' AS time, TIMESTAMP '2024-01-01' AS micros,
  '2024-01-01'::TIMESTAMP_S AS seconds, '2024-01-01'::TIMESTAMP_MS AS millis,
  '2024-01-01'::TIMESTAMP_NS AS nanos, '2024-01-01'::TIMESTAMPTZ AS zoned, uuid() AS uuid,
  'a'::ENUM('a', 'b') AS enum, '{"a": 1}'::JSON AS json, INTERVAL 1 DAY AS interval,
  {'id': 'x', 'a b': {'amount': 1.5}} AS record, MAP {'k': 'v'} AS text_map, MAP {'k': 1} AS number_map,
  [1, 2] AS list, [[1]] AS lists, [{'key': 'a', 'value': 'b'}] AS labels, 'y' AS "Name; with {odd} \`characters\`"`;

/** Types of columns that the engine itself writes, most of them not nullable. */
const engineColumns = sql`
  'x' AS text, toLowCardinality('x') AS low, toFixedString('abc', 3) AS fixed, toDate('2024-01-01') AS day,
  toDateTime('2024-01-01 00:00:00', 'UTC') AS time, toDateTime64('2024-01-01', 3, 'UTC') AS millis,
  toDecimal128(1, 18) AS amount, toNullable(1.5) AS number, map('a', 'b') AS text_map,
  ['a'] AS list, CAST((1, 'x'), 'Tuple(id UInt8, name String)') AS record,
  CAST([(1, 'x')], 'Array(Tuple(id UInt8, name String))') AS records`;

// The comparison needs an engine that can open the file.
describe.skipIf(costServerUrl !== undefined)(
  'column types equal those that the engine infers',
  () => {
    let store: CostStore;
    beforeAll(async () => {
      store = await costStore();
    });

    const inferred = async (path: string) => {
      const columns = await selectRows<{ name: string; type: string }>(
        store.client,
        sql`DESCRIBE file(${sql.literal(path)}, 'Parquet')`,
        { print_pretty_type_names: 0 },
      );
      return columns.map(({ name, type }) => ({ name, type }));
    };

    test('in a file of another writer', async () => {
      const path = join(folder, 'duckdb.parquet');
      const connection = await (await DuckDBInstance.create()).connect();
      await connection.run(`COPY (SELECT ${duckdbColumns}) TO '${path}' (FORMAT parquet)`);
      connection.closeSync();
      expect(await readParquetColumns(path)).toEqual(await inferred(path));
    });

    test('in a file of the engine', async () => {
      const path = join(folder, 'engine.parquet');
      await run(
        store.client,
        sql`INSERT INTO FUNCTION file(${sql.literal(path)}, 'Parquet') SELECT ${engineColumns}`,
      );
      expect(await readParquetColumns(path)).toEqual(await inferred(path));
    });

    test
      .skipIf(!hasSamples)
      .each([
        'aws-cur2/2018-10-hourly.snappy.parquet',
        'aws-cur-parquet/2018-10-hourly.snappy.parquet',
        'aws-cur-parquet/2018-11-hourly.snappy.parquet',
        'focus/focus-1.0-multicloud-1000.snappy.parquet',
        'vpc-flow-logs/v2-default-odd-types.parquet',
        'vpc-flow-logs/v5-custom.parquet',
      ])('in %s', async (file) => {
      expect(await readParquetColumns(sample(file))).toEqual(await inferred(sample(file)));
    });
  },
);

test('a truncated file and a footer that claims to be huge fail without being read', async () => {
  const path = join(folder, 'broken.parquet');
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100)]));
  await expect(readParquetColumns(path)).rejects.toThrow('has no Parquet footer');
  const huge = Buffer.from('PAR1....PAR1');
  huge.writeUInt32LE(0xffffffff, 4);
  writeFileSync(path, huge);
  await expect(readParquetColumns(path)).rejects.toThrow('The footer has');
  truncateSync(path, 5);
  await expect(readParquetColumns(path)).rejects.toThrow();
});
