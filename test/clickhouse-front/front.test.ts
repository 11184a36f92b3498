import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Front, startFront } from './start-front.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-front-'));
let front: Front;
let client: ClickHouseClient;

beforeAll(async () => {
  front = await startFront(folder);
  client = createClient({ url: front.url, compression: { request: true, response: true } });
});

afterAll(async () => {
  await client.close();
  await front.kill();
  rmSync(folder, { recursive: true });
});

const rowsOf = async (
  query: string,
  query_params: Record<string, unknown> = {},
  clickhouse_settings = {},
) =>
  (await client.query({ query, query_params, clickhouse_settings, format: 'JSONEachRow' })).json();

test('a client pings the front, and reads bound values under its settings', async () => {
  expect(await client.ping()).toEqual({ success: true });
  const names = ["it's", 'a\tb\\', '{x:String}'];
  expect(
    await rowsOf('SELECT {names:Array(String)} AS names, {n:UInt8} + 1 AS n', { names, n: 4 }),
  ).toEqual([{ names, n: 5 }]);
  expect(
    await rowsOf("SELECT getSetting('session_timezone') AS zone", {}, { session_timezone: 'UTC' }),
  ).toEqual([{ zone: 'UTC' }]);
  expect(await rowsOf("SELECT getSetting('session_timezone') AS zone")).toEqual([{ zone: '' }]);
});

test('values that are too long for an address are sent as a form', async () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `name ${index}`);
  const result = await client.query({
    query: 'SELECT length({names:Array(String)}) AS names',
    query_params: { names },
    use_multipart_params_auto: true,
    format: 'JSONEachRow',
  });
  expect(await result.json()).toEqual([{ names: 5000 }]);
});

test('databases are separate', async () => {
  await client.command({ query: 'CREATE DATABASE other' });
  const other = createClient({ url: `${front.url}/other` });
  await other.command({ query: 'CREATE TABLE only_here (x UInt8) ENGINE = Memory' });
  expect(await (await other.query({ query: 'SHOW TABLES', format: 'JSONEachRow' })).json()).toEqual(
    [{ name: 'only_here' }],
  );
  await other.close();
  await expect(rowsOf('SELECT * FROM only_here')).rejects.toMatchObject({
    code: '60',
    type: 'UNKNOWN_TABLE',
  });
});

test('rows of an insert are streamed, compressed or not', async () => {
  await client.command({ query: 'CREATE TABLE streamed (x UInt8, y String) ENGINE = Memory' });
  await client.insert({ table: 'streamed', values: [{ x: 1, y: 'one' }], format: 'JSONEachRow' });
  const plain = createClient({ url: front.url });
  await plain.exec({
    query:
      "INSERT INTO streamed SELECT a, concat(b, toString(rowNumberInAllBlocks())) FROM input('a UInt8, b String') FORMAT CSV",
    values: Readable.from([gzipSync('2,two\n3,three\n')]),
    http_headers: { 'Content-Encoding': 'gzip' },
  });
  await plain.close();
  expect(await rowsOf('SELECT * FROM streamed ORDER BY x')).toEqual([
    { x: 1, y: 'one' },
    { x: 2, y: 'two0' },
    { x: 3, y: 'three1' },
  ]);
});

test('results are streamed, and an error in the middle fails the reader', async () => {
  const query = (rows: number) => `SELECT number, throwIf(number = ${rows}) FROM numbers(1000000)`;
  const result = await client.query({ query: query(2_000_000), format: 'CSV' });
  let pieces = 0;
  for await (const rows of result.stream()) pieces += Number(rows.length > 0);
  expect(pieces).toBeGreaterThan(10);
  await expect(
    client
      .query({ query: query(900_000), format: 'JSONEachRow' })
      .then((failing) => failing.json()),
  ).rejects.toThrow(/throwIf|aborted/);
  await expect(rowsOf(query(0))).rejects.toMatchObject({ code: '395' });
});

test('files of the client are out of reach', async () => {
  const path = join(folder, 'secret.csv');
  writeFileSync(path, '1\n');
  await expect(rowsOf(`SELECT * FROM file('${path}', 'CSV')`)).rejects.toMatchObject({
    code: '291',
    message: expect.stringContaining('is not inside'),
  });
  await expect(
    client.command({ query: `INSERT INTO FUNCTION file('${path}', 'CSV') SELECT 1` }),
  ).rejects.toMatchObject({ code: '291' });
  await expect(
    client.command({ query: `INSERT INTO streamed FROM INFILE '${path}' FORMAT CSV` }),
  ).rejects.toMatchObject({ code: '78' });
  const written = join(folder, 'written.csv');
  await expect(
    client.command({ query: `SELECT 1 INTO OUTFILE '${written}' FORMAT CSV` }),
  ).rejects.toMatchObject({ code: '358' });
  expect(existsSync(written)).toBe(false);
  expect(await rowsOf("SELECT 'file(x)' AS file")).toEqual([{ file: 'file(x)' }]);
});

test('a front that was killed has all acknowledged rows when it starts again', async () => {
  await client.command({
    query: 'CREATE TABLE kept (x UInt32) ENGINE = MergeTree ORDER BY x',
  });
  await client.command({ query: 'INSERT INTO kept SELECT number FROM numbers(1000)' });
  await front.kill();
  await expect(rowsOf('SELECT 1')).rejects.toThrow();
  front = await startFront(folder, Number(new URL(front.url).port));
  expect(await rowsOf('SELECT count() AS rows FROM kept')).toEqual([{ rows: 1000 }]);
});
