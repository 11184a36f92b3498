import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { type Dialect, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { isDiskFull } from './disk-space.js';
import { unpackFolder } from './folder-archive.js';
import { listenOnServer } from './listen-on-server.js';
import { pgliteDialect } from './pglite-dialect.js';
import type { OnStatement } from '../telemetry/statement.js';
import type { Tables } from './tables.js';
import { tryLockOnServer } from './try-lock-on-server.js';

const int8 = 20;
const date = 1082;
// Dates stay strings and bigint ids become numbers, the same with both drivers.
type Parser = (text: string) => unknown;
const parsers: Record<number, Parser> = {
  [int8]: Number,
  [date]: (text) => text,
};

/** Connects to PostgreSQL when a URL is given, otherwise opens PGlite in the data folder. */
export async function openDatabase(
  options: {
    databaseUrl?: string;
    folder: string;
    /** A new embedded database has no tables yet, not even those of this release. */
    isBlank?: boolean;
  },
  onStatement?: OnStatement,
): Promise<Database> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, onStatement)
    : openEmbedded(options, onStatement);
}

/** Kysely tells of each statement when it has ended, and of none unless there is a listener. */
function openKysely(dialect: Dialect, onStatement: OnStatement | undefined): Kysely<Tables> {
  const log =
    onStatement &&
    ((event: LogEvent) =>
      onStatement({
        store: 'database',
        text: event.query.sql,
        seconds: event.queryDurationMillis / 1000,
        error: event.level === 'error' ? event.error : undefined,
      }));
  return new Kysely<Tables>({ dialect, log });
}

export interface Database {
  db: Kysely<Tables>;
  /**
   * Calls the listener whenever access rights, or the rows that cost queries depend on, may have
   * changed, before the change is acknowledged. Only the embedded database guarantees that: a
   * PostgreSQL server is also written to by other processes.
   */
  onChange?: (topic: 'access' | 'costs', listener: () => void) => Promise<unknown>;
  /** Calls the listener for the notifications of a channel, until the returned function is called. */
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  /** Takes a lock among all processes on the database; undefined if it is taken. */
  tryLock: (name: string) => Promise<(() => Promise<void>) | undefined>;
  /** How many statements and transactions wait for a connection. */
  waitingStatements: () => number;
}

type Listener = (payload: string) => void;

function openServer(connectionString: string, onStatement?: OnStatement): Database {
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
  // The pool replaces a broken idle connection, but without a listener its error ends the process.
  pool.on('error', () => {});
  // The same holds for a connection in use; its statement fails and is handled by the caller.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: openKysely(new PostgresDialect({ pool }), onStatement),
    waitingStatements: () => pool.waitingCount,
    listen: (channel, listener) => listenOnServer(connectionString, channel, listener),
    tryLock: (name) => tryLockOnServer(connectionString, name),
  };
}

async function openEmbedded(
  options: { folder: string; isBlank?: boolean },
  onStatement?: OnStatement,
): Promise<Database> {
  const { folder } = options;
  const engine = await openEngine(options);
  const dialect = pgliteDialect(engine, { folder });
  const locks = new Set<string>();
  return {
    db: openKysely(dialect, onStatement),
    waitingStatements: () => dialect.waiting(),
    onChange: (topic, listener) => engine.listen(`farthing_${topic}`, listener),
    listen: (channel, listener) => engine.listen(channel, listener),
    // The lock of the data folder keeps other processes out.
    tryLock: async (name) => {
      if (locks.has(name)) return undefined;
      locks.add(name);
      return async () => void locks.delete(name);
    },
  };
}

/** Made by the build, with all tables and queues: to unpack it is faster than to create them. */
const newDatabase = new URL('new-database.gz', import.meta.url);

/** A process killed while it creates the database leaves files that cannot be opened; the marker file tells so. */
async function openEngine({
  folder,
  isBlank = false,
}: {
  folder: string;
  isBlank?: boolean;
}): Promise<PGlite> {
  const marker = `${folder}.unfinished`;
  if (existsSync(marker)) await rm(folder, { recursive: true, force: true });
  const isNew = !existsSync(join(folder, 'PG_VERSION'));
  if (isNew)
    await writeFile(marker, 'The database in the folder next to this file is being created.');
  if (isNew && !isBlank && existsSync(newDatabase))
    unpackFolder(await readFile(newDatabase), folder);
  // Optimizing what runs at the start only, as V8 would, takes longer than all else that the engine does there.
  setFlagsFromString('--wasm-tiering-budget=500000000');
  const engine = await PGlite.create(folder, { parsers });
  if (isNew) await rm(marker);
  return engine;
}

/** Fails when the database does not respond. */
export async function pingDatabase(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}

const startAttempts = 6;

/**
 * Waits for the first connection. A server under load may need longer for it than a request should wait;
 * one that refuses connections fails at once.
 */
export async function waitForDatabase(db: Kysely<Tables>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pingDatabase(db);
    } catch (error) {
      const isTimeout = error instanceof Error && /timeout/i.test(error.message);
      if (!isTimeout || attempt === startAttempts) throw error;
    }
  }
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02',
  '57P03', // starting up
  '58030', // I/O error
]);

/** Whether an error was caused by an unavailable store rather than by the request. */
export function isStoreOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    isDiskFull(error) ||
    outageCodes.has(code) ||
    code.startsWith('08') ||
    /connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout (error|expired)|client was closed/i.test(
      error.message,
    ) ||
    (error.cause !== undefined && isStoreOutage(error.cause))
  );
}

const serializationFailure = '40001';
const deadlock = '40P01';

/** Whether the transaction can succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return code === serializationFailure || code === deadlock;
}
