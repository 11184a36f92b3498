import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDatabase, serverUrl } from '../../../test/database-server.js';
import { type Database, openDatabase } from './database.js';
import { migrateDatabase, withMigrationLock } from './migrate-database.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-test-'));
let db: Database['db'];
beforeAll(async () => {
  const databaseUrl = serverUrl && (await newDatabase(serverUrl));
  ({ db } = await openDatabase({ databaseUrl, folder: join(folder, 'postgres') }));
  // PGlite has no limit of its own.
  if (!databaseUrl) await sql`set statement_timeout = '1min'`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const recorded = async () =>
  (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.length;

test('a later start changes nothing', async () => {
  await migrateDatabase(db);
  const count = await recorded();
  await migrateDatabase(db);
  expect(await recorded()).toBe(count);
});

test('a database of a newer release is refused', async () => {
  await migrateDatabase(db);
  const newer = '9001_next';
  await sql`insert into kysely_migration (name, timestamp) values (${newer}, '')`.execute(db);
  await expect(migrateDatabase(db)).rejects.toThrow(
    'The PostgreSQL database was upgraded by a newer release of Farthing (migration 9001_next), which this release cannot use. ' +
      'Start the newer release, or restore a backup made before the upgrade.',
  );
  await sql`delete from kysely_migration where name = ${newer}`.execute(db);
  await migrateDatabase(db);
});

test('migrations under the lock run one after the other, also after a failure', async () => {
  const events: string[] = [];
  const migrate = (name: string, work: () => Promise<void>) =>
    withMigrationLock(db, async () => {
      events.push(`${name} starts`);
      await pause(50);
      events.push(`${name} ends`);
      await work();
    });
  const first = migrate('first', () => Promise.reject(new Error('no table')));
  const second = migrate('second', () => Promise.resolve());
  await expect(first).rejects.toThrow('no table');
  await second;
  const starter = events[0]!.split(' ')[0]!;
  const other = starter === 'first' ? 'second' : 'first';
  expect(events).toEqual([
    `${starter} starts`,
    `${starter} ends`,
    `${other} starts`,
    `${other} ends`,
  ]);
});

test('the time limit of statements does not apply to migrations', async () => {
  const later = join(folder, 'migrations');
  cpSync('src/platform/store/migrations', later, { recursive: true });
  const statement =
    "create table seen as select current_setting('statement_timeout') as time_limit";
  writeFileSync(join(later, '9000_later.sql'), statement);
  await migrateDatabase(db, later);
  expect((await sql`select time_limit from seen`.execute(db)).rows).toEqual([{ time_limit: '0' }]);
  await sql`drop table seen; delete from kysely_migration where name = '9000_later'`.execute(db);
});

test('the lock leaves the time limit of statements as it was', async () => {
  const limit = async () => (await sql`show statement_timeout`.execute(db)).rows;
  const before = await limit();
  await withMigrationLock(db, () => Promise.resolve());
  expect(await limit()).toEqual(before);
});
