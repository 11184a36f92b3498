import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pgliteDialect } from './pglite-dialect.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-test-'));
let db: Kysely<unknown>;
beforeAll(async () => {
  const dialect = pgliteDialect(await PGlite.create(folder), { folder, checkpointMs: 20 });
  db = new Kysely({ dialect });
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const lastCheckpoint = async () => {
  const { rows } = await sql<{ redo_lsn: string }>`
    select redo_lsn::text from pg_control_checkpoint()`.execute(db);
  return rows[0]!.redo_lsn;
};

test('checkpoints run in the background, so that the write-ahead log stays small', async () => {
  const before = await lastCheckpoint();
  await sql`create table grown as select generate_series(1, 1000) as number`.execute(db);
  const end = Date.now() + 10_000;
  while ((await lastCheckpoint()) === before && Date.now() < end) await pause(20);
  expect(await lastCheckpoint()).not.toBe(before);
});

test('statements of other requests do not run inside a transaction', async () => {
  await sql`create table seen (number int)`.execute(db);
  const slow = db.transaction().execute(async (trx) => {
    await sql`insert into seen values (1)`.execute(trx);
    await sql`insert into seen values (2)`.execute(trx);
    throw new Error('rolled back');
  });
  const other = sql`insert into seen values (3)`.execute(db);
  await expect(slow).rejects.toThrow('rolled back');
  await other;
  expect((await sql`select * from seen`.execute(db)).rows).toEqual([{ number: 3 }]);
});

/** How many statements the engine keeps prepared. */
const preparedStatements = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements`.execute(db);
  return rows[0]!.count;
};

test('values of all types arrive as they were sent, the first time and the second', async () => {
  const sent = [
    42,
    'O’Brien',
    null,
    true,
    new Date('2026-03-10T09:00:00Z'),
    ['a', 'b"c'],
    '{"k": [1]}',
  ];
  for (let time = 0; time < 2; time += 1) {
    const [number, text, nothing, flag, moment, list, json] = sent;
    const { rows } = await sql`select ${number}::int as number, ${text}::text as text,
      ${nothing}::text as nothing, ${flag}::boolean as flag, ${moment}::timestamptz as moment,
      ${list}::text[] as list, ${json}::jsonb as json`.execute(db);
    expect(rows).toEqual([{ number, text, nothing, flag, moment, list, json: { k: [1] } }]);
  }
});

test('a statement that failed works once its reason is gone', async () => {
  await sql`create table codes (code text primary key)`.execute(db);
  const insert = (code: string) => sql`insert into codes values (${code})`.execute(db);
  expect((await insert('a')).numAffectedRows).toBe(1n);
  await expect(insert('a')).rejects.toMatchObject({ code: '23505', constraint: 'codes_pkey' });
  await insert('b');
  const select = (table: string) =>
    sql`select ${'x'}::text as name from ${sql.table(table)}`.execute(db);
  await expect(select('missing')).rejects.toMatchObject({ code: '42P01' });
  await sql`create table missing ()`.execute(db);
  expect((await select('missing')).rows).toEqual([]);
});

test('a failed transaction leaves a session that works', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await sql`select ${1}::int / ${0}::int`.execute(trx);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect((await sql`select ${1}::int as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a table that is changed is read with its new columns', async () => {
  await sql`create table grows (one int)`.execute(db);
  await sql`insert into grows values (1)`.execute(db);
  const read = () => sql`select * from grows where one = ${1}`.execute(db);
  expect((await read()).rows).toEqual([{ one: 1 }]);
  await sql`alter table grows add column two int`.execute(db);
  expect((await read()).rows).toEqual([{ one: 1, two: null }]);
});

test('only so many statements are kept prepared, however many there are', async () => {
  for (let index = 0; index < 400; index += 1) {
    const column = sql.ref(`column_${index}`);
    const { rows } = await sql`select ${index}::int as ${column}`.execute(db);
    expect(rows).toEqual([{ [`column_${index}`]: index }]);
  }
  expect(await preparedStatements()).toBeLessThanOrEqual(301);
});

test('a statement with many values is not kept', async () => {
  const before = await preparedStatements();
  const numbers = Array.from({ length: 1000 }, (_, index) => index);
  const list = sql.join(numbers.map((number) => sql`${number}::int`));
  const { rows } = await sql<{ found: number[] }>`select array[${list}] as found`.execute(db);
  expect(rows[0]!.found).toEqual(numbers);
  expect(await preparedStatements()).toBe(before);
});
