import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** PostgreSQL server to run the suite on; PGlite if not set. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** Creates an empty database on a server and returns its URL. */
export async function newDatabase(url: string): Promise<string> {
  const name = `farthing_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
}
