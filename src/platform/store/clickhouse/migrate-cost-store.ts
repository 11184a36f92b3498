import { readdir, readFile } from 'node:fs/promises';
import { requireKnownMigrations } from '../newer-schema.js';
import { run, selectRows, type CostStore } from './cost-store.js';
import { ddlStatements } from './ddl-statements.js';
import { sql } from '../sql.js';

const migrationsFolder = new URL('migrations/', import.meta.url);

/** Names of the applied migrations. On a cluster every node reads the records of all shards. */
const recordTable = `
  CREATE TABLE IF NOT EXISTS {local:schema_migrations}
  (
      name String,
      applied_at DateTime('UTC')
  )
  ENGINE = {engine:ReplacingMergeTree}
  ORDER BY name;

  {distributed:schema_migrations by cityHash64(name)}`;

/**
 * Applies the migrations that have not been recorded yet, in the order of their names. The caller
 * holds the lock (`withMigrationLock`).
 *
 * ClickHouse has no transactions over DDL: a process may end between two statements, or before the
 * migration is recorded, and a replica may not have received the record yet. The migration then runs
 * again from its first statement, so every statement must be idempotent (`IF NOT EXISTS`,
 * `IF EXISTS`). A store of the release that kept no records runs all of its migrations once more.
 * A backup of an earlier release has `only` some of them.
 */
export async function migrateCostStore(
  store: CostStore,
  folder = migrationsFolder,
  only?: readonly string[],
): Promise<void> {
  const known = await readNames(folder);
  requireKnownMigrations('The backup', only ?? [], known);
  const names = known.filter((name) => only?.includes(name) ?? true);
  if (!(await hasRecords(store))) await runAll(store, recordTable);
  const applied = await appliedMigrations(store);
  requireKnownMigrations('The ClickHouse database', applied, names);
  for (const name of names.filter((each) => !applied.includes(each))) {
    await runAll(store, await readFile(new URL(`${name}.sql`, folder), 'utf8'));
    await run(store.bulk, sql`INSERT INTO schema_migrations VALUES (${sql.literal(name)}, now())`);
  }
}

/** The migrations that the store has a record of, and those of this release; changes nothing. */
export async function readCostStoreMigrations(
  store: CostStore,
): Promise<{ applied: string[]; known: string[] }> {
  const applied = (await hasRecords(store)) ? await appliedMigrations(store) : [];
  return { applied, known: await readNames(migrationsFolder) };
}

/** Names of the migrations of this release, in their order. */
async function readNames(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return files.map((file) => file.replace(/\.sql$/, ''));
}

async function hasRecords(store: CostStore): Promise<boolean> {
  const [table] = await selectRows<{ result: number }>(
    store.client,
    sql`EXISTS TABLE schema_migrations`,
  );
  return table?.result === 1;
}

async function appliedMigrations(store: CostStore): Promise<string[]> {
  const rows = await selectRows<{ name: string }>(
    store.client,
    sql`SELECT DISTINCT name FROM schema_migrations`,
  );
  return rows.map(({ name }) => name);
}

/** Migrations may rewrite whole tables, so they run on the connection for long statements. */
async function runAll(store: CostStore, template: string): Promise<void> {
  for (const statement of ddlStatements(template, store.cluster)) {
    await run(store.bulk, sql.raw(statement));
  }
}
