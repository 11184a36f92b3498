import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/store/database.js';
import { migrateDatabase } from '../../src/platform/store/migrate-database.js';
import type { Db } from '../../src/platform/store/tables.js';
import { createAccount } from '../../src/domain/people/users/create-account.js';
import {
  copyObjects,
  readCopiedRows,
  useExactTexts,
} from '../../src/domain/installation/backups/object-rows.js';
import { writeObjects } from '../../src/domain/installation/backups/write-objects.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-objects-'));
afterAll(() => rmSync(folder, { recursive: true }));

const openBlank = async (name: string) => {
  const { db } = await openDatabase({ folder: join(folder, name), isBlank: true });
  return db;
};

const copy = (db: Db, to: string) =>
  db.transaction().execute(async (trx) => {
    await useExactTexts(trx);
    return copyObjects(trx, to, () => {});
  });

const newFolder = (name: string) => mkdtempSync(join(folder, name));

test('rows of every type are written as they were read, to a database of fewer migrations too', async () => {
  const names = readdirSync('src/platform/store/migrations')
    .map((name) => name.replace(/\.sql$/, ''))
    .toSorted();
  const earlier = names.slice(0, -1);
  const source = await openBlank('source');
  await migrateDatabase(source, undefined, earlier);
  const now = new Date('2026-11-19T10:00:00.123Z');
  const { account } = await createAccount(source, { name: 'A', ownerEmail: 'a@b.example', now });
  // Objects that refer to each other, and texts that a record has to quote.
  const odd = 'a "quoted", (text) \\ with\nlines, \u{1F4B8}, {braces} and commas,,';
  for (const [token, settings] of [
    ['ntgrtn_1', 'null'],
    ['ntgrtn_2', JSON.stringify({ odd, list: [1.5, null] })],
  ] as const) {
    await sql`
      insert into integrations (token, account_token, provider, name, status, settings, secrets, last_updated, created_at)
      values (${token}, ${account.token}, 'aws', ${odd}, 'pending', ${settings}::jsonb, '\\x00ff10', 'infinity', ${now})`.execute(
      source,
    );
  }
  await sql`delete from integrations where token = 'ntgrtn_2'`.execute(source);
  const before = newFolder('before-');
  const contents = await copy(source, before);
  expect(contents.tables.find(({ table }) => table === 'integrations')!.rows).toBe(1);

  const target = await openBlank('target');
  await migrateDatabase(target, undefined, earlier);
  await target.transaction().execute((trx) =>
    writeObjects(
      trx,
      contents,
      ({ table }) => readCopiedRows(before, table),
      () => {},
    ),
  );
  const after = newFolder('after-');
  expect(await copy(target, after)).toEqual(contents);
  for (const file of readdirSync(before)) {
    expect([file, readFileSync(join(after, file), 'utf8')]).toEqual([
      file,
      readFileSync(join(before, file), 'utf8'),
    ]);
  }
  // References and triggers are back, identities go on, and the next release upgrades it.
  await migrateDatabase(target);
  const insert = sql<{ id: number }>`
    insert into integrations (token, account_token, provider, name, status, created_at)
    values ('ntgrtn_3', ${account.token}, 'aws', 'Next', 'pending', ${now}) returning id`;
  expect((await insert.execute(target)).rows).toEqual([{ id: 3 }]);
  await expect(sql`update integrations set account_token = 'none'`.execute(target)).rejects.toThrow(
    'foreign key',
  );
  await source.destroy();
  await target.destroy();
});

test('a table that has lost rows is refused, and nothing is written', async () => {
  const [source, target] = [await openBlank('whole'), await openBlank('partial')];
  for (const db of [source, target]) await migrateDatabase(db);
  await createAccount(source, { name: 'A', ownerEmail: 'a@b.example', now: new Date() });
  const before = newFolder('lost-');
  const contents = await copy(source, before);
  const writing = target.transaction().execute((trx) =>
    writeObjects(
      trx,
      contents,
      async function* ({ table }) {
        if (table !== 'users') yield* readCopiedRows(before, table);
      },
      () => {},
    ),
  );
  await expect(writing).rejects.toThrow('The table users has 0 rows instead of 1');
  expect(await target.selectFrom('accounts').selectAll().execute()).toEqual([]);
  await source.destroy();
  await target.destroy();
});
