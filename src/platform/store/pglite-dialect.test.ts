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
