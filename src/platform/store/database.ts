import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { DiskNearlyFull } from './disk-space.js';
import { pgliteDialect } from './pglite-dialect.js';
import type { Tables } from './tables.js';

const int8 = 20;
const date = 1082;
// Days stay texts and row numbers numbers, the same with both drivers.
type Parser = (text: string) => unknown;
const parsers: Record<number, Parser> = {
  [int8]: Number,
  [date]: (text) => text,
};

/** Opens PostgreSQL where a URL is given, PGlite in the data folder otherwise. */
export async function openDatabase(options: {
  databaseUrl?: string;
  folder: string;
}): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl) : openEmbedded(options.folder);
}

export interface Database {
  db: Kysely<Tables>;
  /**
   * Calls back when rights, or what costs are read by, may have changed, before the change is
   * acknowledged. Only an embedded database can promise that; on a server, other copies write too.
   */
  onChange?: (of: 'access' | 'costs', listener: () => void) => Promise<unknown>;
}

function openServer(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: (oid: number) =>
        parsers[oid] ?? (pg.types.getTypeParser as (oid: number) => Parser)(oid),
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => {});
  // So does one that breaks in use: its statement fails, and that is answered where it was sent.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}

async function openEmbedded(folder: string): Promise<Database> {
  const engine = await openEngine(folder);
  return {
    db: new Kysely<Tables>({ dialect: pgliteDialect(engine, { folder }) }),
    onChange: (of, listener) => engine.listen(`farthing_${of}`, listener),
  };
}

/** A first start that is killed leaves a cluster that cannot be opened; the mark tells it from a whole one. */
async function openEngine(folder: string): Promise<PGlite> {
  const mark = `${folder}.unfinished`;
  if (existsSync(mark)) await rm(folder, { recursive: true, force: true });
  const isNew = !existsSync(join(folder, 'PG_VERSION'));
  if (isNew) await writeFile(mark, 'The folder beside this file is being set up.');
  const engine = await PGlite.create(folder, { parsers });
  if (isNew) await rm(mark);
  return engine;
}

export async function pingDatabase(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02',
  '57P03', // starting up
  '58030', // input or output error
]);

/** Whether the store, and not the request, is the reason for an error. */
export function isStoreOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    error instanceof DiskNearlyFull ||
    lostConnection.has(code) ||
    code.startsWith('08') ||
    /connection terminated|is not queryable|timeout exceeded when trying to connect|client was closed|no space left/i.test(
      error.message,
    ) ||
    (error.cause !== undefined && isStoreOutage(error.cause))
  );
}

const conflicts = new Set(['40001', '40P01']);

/** Whether PostgreSQL asks to run the transaction again (deadlock, serialisation). */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && conflicts.has((error as { code?: string }).code ?? '');
}
