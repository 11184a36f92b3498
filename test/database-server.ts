import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** PostgreSQL server to run the suite on; PGlite if not set. */
export const serverUrl = process.env['TEST_DATABASE_URL'] || undefined;

/** Creates an empty database on a server and returns its URL. */
export async function newDatabase(url: string): Promise<string> {
  return create(url, newName());
}

/** Creates a database with all tables on the server of the suite and returns its URL. */
export async function newMigratedDatabase(): Promise<string> {
  return create(serverUrl!, `${newName()} template ${process.env['TEST_TEMPLATE']}`);
}

/** Creates the database that `newMigratedDatabase` copies. */
export async function createTemplate(url: string) {
  const name = newName();
  const databaseUrl = await create(url, name);
  // Loaded here, because the sources may be compiled just before.
  const { openDatabase } = await import('../src/platform/store/database.js');
  const { migrateDatabase } = await import('../src/platform/store/migrate-database.js');
  const { db } = await openDatabase({ databaseUrl, folder: '' });
  await migrateDatabase(db);
  await db.destroy();
  return { name, drop: () => run(url, `drop database ${name}`) };
}

const newName = () => `farthing_${randomUUID().replaceAll('-', '')}`;

async function create(url: string, definition: string): Promise<string> {
  await run(url, `create database ${definition}`);
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${definition.split(' ')[0]}`;
  return databaseUrl.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
