import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { requireKnownMigrations } from './newer-schema.js';
import type { Tables } from './tables.js';

/**
 * Applies the migrations that PostgreSQL has no record of, all in one transaction. Servers that start
 * at the same time wait for each other.
 */
export async function migrateDatabase(db: Kysely<Tables>): Promise<void> {
  const migrations = await readMigrations();
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  // Kysely calls these "corrupted migrations", which does not tell anyone what to do.
  const applied = await appliedMigrations(db).catch(() => []);
  requireKnownMigrations('The PostgreSQL database', applied, Object.keys(migrations));
  const reason = error instanceof Error ? error.message || error.name : 'unknown';
  throw new Error(`The database schema could not be upgraded: ${reason}`, { cause: error });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const folder = join(import.meta.dirname, 'migrations');
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

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
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
  await db.connection().execute(async (session) => {
    // A migration of a large store may take longer than statements are allowed to wait.
    await sql`set statement_timeout = 0`.execute(session);
    await sql`select pg_advisory_lock(hashtext('farthing cost store'))`.execute(session);
    try {
      await migrate();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('farthing cost store'))`.execute(session);
      await sql`reset statement_timeout`.execute(session);
    }
  });
}
