import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';
import type { Contents, ObjectTable } from './snapshot.js';

/** Tables that belong to the stores, not to what is in them: a copy has its own, and no backups yet. */
const ofStores = ['kysely_migration', 'kysely_migration_lock', 'shared_stores', 'backups'];

/** Jobs that wait or run; the others are history. */
export const jobTable = 'pgboss.job';

const rowsPerFetch = 2_000;

/** Texts of values that any PostgreSQL reads as it wrote them. */
export async function useExactTexts(db: Db): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `extra_float_digits = 1`,
    `bytea_output = 'hex'`,
    // A whole installation takes longer than a request.
    `statement_timeout = 0`,
    `idle_in_transaction_session_timeout = 0`,
    // Equal tables are read in the same order.
    `synchronize_seqscans = off`,
  ]) {
    await sql`set local ${sql.raw(setting)}`.execute(db);
  }
}

/** All tables of the installation, and their columns. */
export async function objectTables(db: Db): Promise<Omit<ObjectTable, 'rows'>[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname <> all(${ofStores}::text[]) and a.attnum > 0 and not a.attisdropped
    group by c.relname order by c.relname`.execute(db);
  const { rows: jobs } = await sql<{ columns: string[] | null }>`
    select array_agg(a.attname::text order by a.attnum) as columns from pg_attribute a
    where a.attrelid = to_regclass(${jobTable}) and a.attnum > 0 and not a.attisdropped`.execute(
    db,
  );
  return [
    ...rows,
    ...jobs.flatMap(({ columns }) => (columns ? [{ table: jobTable, columns }] : [])),
  ];
}

/** `pgboss.job` is in a schema of its own. */
export const tableName = (table: string) => sql.table(table);

/**
 * Copies all rows to files in a folder, within a transaction. The text of a record has every value as its
 * type writes it, so it is exact for types of any kind.
 */
export async function copyObjects(
  db: Db,
  folder: string,
  onTable: (done: number, total: number, bytes: number) => void,
): Promise<Pick<Contents, 'tables' | 'sequences'>> {
  const tables: ObjectTable[] = [];
  let bytes = 0;
  const all = await objectTables(db);
  for (const table of all) {
    const copied = await copyTable(db, table.table, pathOf(folder, table.table));
    tables.push({ ...table, rows: copied.rows });
    bytes += copied.bytes;
    onTable(tables.length, all.length, bytes);
  }
  const { rows: sequences } = await sql<{ name: string; value: number }>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`.execute(db);
  return { tables, sequences };
}

const pathOf = (folder: string, table: string) => join(folder, `${table}.rows`);

async function copyTable(db: Db, table: string, path: string) {
  const waiting = table === jobTable ? sql`where state < 'completed'` : sql``;
  await sql`declare rows_of_table no scroll cursor for
    select t::text as row from ${tableName(table)} t ${waiting}`.execute(db);
  const file = await open(path, 'w', 0o600);
  const copied = { rows: 0, bytes: 0 };
  try {
    for (;;) {
      const { rows } = await sql<{ row: string }>`
        fetch ${sql.raw(String(rowsPerFetch))} from rows_of_table`.execute(db);
      if (rows.length === 0) break;
      const text = rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('');
      await file.writeFile(text);
      copied.rows += rows.length;
      copied.bytes += Buffer.byteLength(text);
    }
  } finally {
    await file.close();
  }
  await sql`close rows_of_table`.execute(db);
  return copied;
}

/** The rows of a table that `copyObjects` has written. */
export const readCopiedRows = (folder: string, table: string): AsyncIterable<Buffer> =>
  createReadStream(pathOf(folder, table));
