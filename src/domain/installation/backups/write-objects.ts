import { sql } from 'kysely';
import type { Db } from '../../../platform/store/tables.js';
import { jobTable, objectTables, tableName, useExactTexts } from './object-rows.js';
import { BackupError, type Bytes, type Contents, type ObjectTable } from './snapshot.js';

/** Characters of the rows of one statement, about. */
const batchLength = 2 ** 20;

/**
 * Replaces all rows of the installation's tables, within a transaction. References are checked when all rows
 * are there, because objects may refer to each other.
 */
export async function writeObjects(
  db: Db,
  { tables, sequences }: Pick<Contents, 'tables' | 'sequences'>,
  read: (table: ObjectTable) => Bytes,
  onTable: (done: number) => void,
): Promise<void> {
  await useExactTexts(db);
  await requireEqualColumns(db, tables);
  const restoreReferences = await dropReferences(db);
  const names = (await objectTables(db)).map(({ table }) => table);
  const own = names.filter((name) => name !== jobTable);
  for (const name of own) await setTriggers(db, name, 'disable');
  await sql`truncate ${sql.join(names.map(tableName))}`.execute(db);
  for (const [index, table] of tables.entries()) {
    if (names.includes(table.table)) await writeTable(db, table, read(table));
    onTable(index + 1);
  }
  await restoreReferences();
  for (const name of own) await setTriggers(db, name, 'enable');
  for (const { name, value } of sequences) {
    await sql`select setval(${name}::regclass, ${value})`.execute(db);
  }
}

/** Rows are texts of records, so tables must have the columns that they were read from. */
async function requireEqualColumns(db: Db, tables: readonly ObjectTable[]): Promise<void> {
  const columns = new Map((await objectTables(db)).map((each) => [each.table, each.columns]));
  const different = tables.find(
    ({ table, columns: wanted }) => columns.get(table)?.join() !== wanted.join(),
  );
  if (different) {
    throw new BackupError(`The table ${different.table} has other columns in this release`);
  }
}

async function setTriggers(db: Db, table: string, action: 'enable' | 'disable'): Promise<void> {
  await sql`alter table ${tableName(table)} ${sql.raw(action)} trigger user`.execute(db);
}

/** Drops all foreign keys; the returned function creates them again, which checks every row. */
async function dropReferences(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(db);
  }
  return async () => {
    for (const { table, name, definition } of rows) {
      await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)}
        ${sql.raw(definition)}`.execute(db);
    }
  };
}

async function writeTable(db: Db, { table, rows }: ObjectTable, content: Bytes): Promise<void> {
  const columns = await storedColumns(db, table);
  let batch: string[] = [];
  let length = 0;
  const insert = async () => {
    if (batch.length > 0) await insertRecords(db, table, columns, batch);
    batch = [];
    length = 0;
  };
  for await (const line of lines(content)) {
    const record = JSON.parse(line) as string;
    batch.push(record);
    length += record.length;
    if (length >= batchLength) await insert();
  }
  await insert();
  // Those of queues that this release does not have were left out.
  if (table === jobTable) return;
  const { rows: found } = await sql<{ rows: number }>`
    select count(*) as rows from ${tableName(table)}`.execute(db);
  if (found[0]!.rows !== rows) {
    throw new BackupError(`The table ${table} has ${found[0]!.rows} rows instead of ${rows}`);
  }
}

/** The columns that are not computed from others. */
async function storedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
}

async function insertRecords(
  db: Db,
  table: string,
  columns: readonly string[],
  records: readonly string[],
): Promise<void> {
  const values = columns.map((column) => sql`(r.record).${sql.ref(column)}`);
  const hasQueue =
    table === jobTable ? sql`where (r.record).name in (select name from pgboss.queue)` : sql``;
  // Without `offset 0`, each record would be parsed once per column.
  await sql`
    insert into ${tableName(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value
    select ${sql.join(values)}
    from (select unnest(${[...records]}::text[])::${tableName(table)} as record offset 0) r
    ${hasQueue}`.execute(db);
}

/** Lines of bytes that were cut anywhere. */
async function* lines(content: Bytes): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const all = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, start)) {
      yield all.toString('utf8', start, end);
      start = end + 1;
    }
    rest = all.subarray(start);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}
