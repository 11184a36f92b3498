import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { waitForDatabase } from './database.js';
import { requireKnownMigrations } from './newer-schema.js';
import type { Tables } from './tables.js';

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));

/** The migrations that the database has a record of, and those of this release; changes nothing. */
export async function readDatabaseMigrations(
  db: Kysely<Tables>,
): Promise<{ applied: string[]; known: string[] }> {
  const known = Object.keys(await readMigrations(migrationsFolder));
  return { applied: await databaseMigrations(db), known };
}

/**
 * Applies the migrations that PostgreSQL has no record of, all in one transaction. Servers that start
 * at the same time wait for each other. A backup of an earlier release has `only` some of them.
 */
export async function migrateDatabase(
  db: Kysely<Tables>,
  folder = migrationsFolder,
  only?: readonly string[],
): Promise<void> {
  const all = await readMigrations(folder);
  requireKnownMigrations('The backup', only ?? [], Object.keys(all));
  const migrations = Object.fromEntries(
    Object.entries(all).filter(([name]) => only?.includes(name) ?? true),
  );
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await waitForDatabase(db).catch((error: Error) => {
    throw new Error(`The database cannot be reached (${error.message}); check DATABASE_URL.`, {
      cause: error,
    });
  });
  // The migrator reads the columns of all tables first, which takes longer than all else at the start.
  const recorded = await databaseMigrations(db);
  const names = Object.keys(migrations);
  requireKnownMigrations('The PostgreSQL database', recorded, names);
  if (recorded.length === names.length) return;
  const { error } = await withoutStatementTimeout(db, (session) =>
    new Migrator({ db: session, provider }).migrateToLatest(),
  );
  if (!error) return;
  const reason = error instanceof Error ? error.message || error.name : 'unknown';
  throw new Error(`The database schema could not be upgraded: ${reason}`, { cause: error });
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    const up = async (db: Kysely<unknown>) => {
      await sql.raw(text).execute(db);
    };
    return [name.replace(/\.sql$/, ''), { up }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of the migrations that PostgreSQL has a record of. */
async function databaseMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string | null }>`
    select to_regclass('kysely_migration') as name`.execute(db);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Runs the migrations of a store without DDL transactions while no other server does. The lock is one
 * of the PostgreSQL session, so it ends with the process that holds it.
 */
export async function withMigrationLock(
  db: Kysely<Tables>,
  migrate: () => Promise<void>,
): Promise<void> {
  await withoutStatementTimeout(db, async (session) => {
    await sql`select pg_advisory_lock(hashtext('farthing cost store'))`.execute(session);
    try {
      await migrate();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('farthing cost store'))`.execute(session);
    }
  });
}

/**
 * Runs statements on one session that may take longer than those of requests: a migration of a large
 * store, or waiting for the one of another server.
 */
function withoutStatementTimeout<Result>(
  db: Kysely<Tables>,
  work: (session: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session);
    try {
      return await work(session);
    } finally {
      await sql`reset statement_timeout`.execute(session);
    }
  });
}
